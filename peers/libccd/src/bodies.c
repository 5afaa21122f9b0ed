/* Support functions for libccd, one a shape, and the loop that calls it.
 *
 * A direction is turned into the body's frame, the farthest point found there and carried back, by libccd's own
 * quaternions. Inverse rotations are computed once, outside the timing. */

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

struct body {
    double position[3];
    double turn[4];   /* x y z w */
    double unturn[4]; /* its inverse */
    double size[4];   /* half sides or radii, then r; radius and half height; half length and r */
    const double *points;
    size_t count;
};

static ccd_vec3_t into(const struct body *body, const ccd_vec3_t *direction) {
    ccd_quat_t q;
    ccd_vec3_t d;
    ccdQuatSet(&q, body->unturn[0], body->unturn[1], body->unturn[2], body->unturn[3]);
    ccdVec3Copy(&d, direction);
    ccdQuatRotVec(&d, &q);
    return d;
}

static void back(const struct body *body, double x, double y, double z, ccd_vec3_t *point) {
    ccd_quat_t q;
    ccd_vec3_t p;
    ccdQuatSet(&q, body->turn[0], body->turn[1], body->turn[2], body->turn[3]);
    ccdVec3Set(point, x, y, z);
    ccdQuatRotVec(point, &q);
    ccdVec3Set(&p, body->position[0], body->position[1], body->position[2]);
    ccdVec3Add(point, &p);
}

static double away(double c, double half) {
    return c < 0.0 ? -half : half;
}

static void box(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    ccd_vec3_t d = into(b, direction);
    back(b, away(d.v[0], b->size[0]), away(d.v[1], b->size[1]), away(d.v[2], b->size[2]), point);
}

static void ellipsoid(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    const double *r = b->size;
    ccd_vec3_t d = into(b, direction);
    double x = r[0] * d.v[0], y = r[1] * d.v[1], z = r[2] * d.v[2];
    double s = 1.0 / sqrt(x * x + y * y + z * z);
    back(b, r[0] * x * s, r[1] * y * s, r[2] * z * s, point);
}

static void round_box(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    ccd_vec3_t d = into(b, direction);
    double s = b->size[3] / sqrt(ccdVec3Len2(&d));
    back(b, away(d.v[0], b->size[0]) + s * d.v[0], away(d.v[1], b->size[1]) + s * d.v[1],
         away(d.v[2], b->size[2]) + s * d.v[2], point);
}

static void hull(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    ccd_vec3_t d = into(b, direction);
    const double *best = b->points;
    double most = -INFINITY;
    for (size_t i = 0; i < b->count; i++) {
        const double *p = b->points + 3 * i;
        double along = p[0] * d.v[0] + p[1] * d.v[1] + p[2] * d.v[2];
        if (along > most) {
            most = along;
            best = p;
        }
    }
    back(b, best[0], best[1], best[2], point);
}

/* Radius, half height; the origin at mid-height. */
static void cone(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    ccd_vec3_t d = into(b, direction);
    double across = sqrt(d.v[0] * d.v[0] + d.v[1] * d.v[1]);
    /* Apex: h z. Rim: r across - h z. */
    if (2.0 * b->size[1] * d.v[2] >= b->size[0] * across) {
        back(b, 0.0, 0.0, b->size[1], point);
    } else if (across > 0.0) {
        double s = b->size[0] / across;
        back(b, s * d.v[0], s * d.v[1], -b->size[1], point);
    } else {
        back(b, 0.0, 0.0, -b->size[1], point);
    }
}

static void sphere(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    double s = b->size[0] / sqrt(ccdVec3Len2(direction));
    ccdVec3Set(point, b->position[0] + s * direction->v[0], b->position[1] + s * direction->v[1],
               b->position[2] + s * direction->v[2]);
}

/* Half length, r. */
static void capsule(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    ccd_vec3_t d = into(b, direction);
    double s = b->size[1] / sqrt(ccdVec3Len2(&d));
    back(b, s * d.v[0], s * d.v[1], s * d.v[2] + away(d.v[2], b->size[0]), point);
}

/* Half height, r. */
static void cylinder(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    ccd_vec3_t d = into(b, direction);
    double across = sqrt(d.v[0] * d.v[0] + d.v[1] * d.v[1]);
    double s = across > 0.0 ? b->size[1] / across : 0.0;
    back(b, s * d.v[0], s * d.v[1], away(d.v[2], b->size[0]), point);
}

static void center(const void *object, ccd_vec3_t *point) {
    const struct body *b = object;
    ccdVec3Set(point, b->position[0], b->position[1], b->position[2]);
}

static const ccd_support_fn supports[] = {box, ellipsoid, round_box, hull, cone, sphere, capsule, cylinder};

/* Bytes of libccd's number. */
size_t bodies_real(void) {
    return sizeof(ccd_real_t);
}

/* Whether bodies from..to meet, by MPR with the settings of libccd's manual. Kinds are indices of `supports`. */
void bodies_mpr(const struct body *a, const struct body *b, uint32_t kind_a, uint32_t kind_b, size_t from,
                size_t to, double *answers) {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = supports[kind_a];
    ccd.support2 = supports[kind_b];
    ccd.center1 = center;
    ccd.center2 = center;
    ccd.max_iterations = 100;
    ccd.mpr_tolerance = 0.0001;
    for (size_t i = from; i < to; i++) {
        answers[i] = ccdMPRIntersect(&a[i], &b[i], &ccd) ? -1.0 : 1.0;
    }
}
