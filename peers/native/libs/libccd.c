/* libccd: verdicts by MPR and by GJK, with the tolerance (1e-4) and the limit (100 steps) of its manual.
 *
 * libccd asks for shapes by functions. Those here turn a direction into the body's frame by a matrix that is prepared outside
 * the timing, find the farthest point there, and carry it back. The hull is a scan over all points. The headers do not tell the version: the
 * build passes that of the package as CCD_VERSION. */

#include "../peer.h"

#include <ccd/ccd.h>
#include <math.h>
#include <stdlib.h>

struct body {
    const struct peer_pose *pose;
    const struct peer_shape *shape;
};

struct set {
    struct peer_shape shapes[2];
    struct peer_pose *poses[2];
    ccd_t ccd;
    uint32_t algorithm;
};

static void into(const struct body *body, const ccd_vec3_t *d, double out[3]) {
    const double *m = body->pose->matrix;
    for (int i = 0; i < 3; i++) {
        out[i] = m[i] * d->v[0] + m[3 + i] * d->v[1] + m[6 + i] * d->v[2];
    }
}

static void back(const struct body *body, double x, double y, double z, ccd_vec3_t *point) {
    const double *m = body->pose->matrix, *p = body->pose->position;
    for (int i = 0; i < 3; i++) {
        point->v[i] = m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z + p[i];
    }
}

static double away(double c, double half) {
    return c < 0.0 ? -half : half;
}

static void box(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    const double *h = b->shape->size;
    double d[3];
    into(b, direction, d);
    back(b, away(d[0], h[0]), away(d[1], h[1]), away(d[2], h[2]), point);
}

static void ellipsoid(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    const double *r = b->shape->size;
    double d[3];
    into(b, direction, d);
    double x = r[0] * d[0], y = r[1] * d[1], z = r[2] * d[2];
    double s = 1.0 / sqrt(x * x + y * y + z * z);
    back(b, r[0] * x * s, r[1] * y * s, r[2] * z * s, point);
}

static void round_box(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    const double *h = b->shape->size;
    double d[3];
    into(b, direction, d);
    double s = h[3] / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    back(b, away(d[0], h[0]) + s * d[0], away(d[1], h[1]) + s * d[1], away(d[2], h[2]) + s * d[2], point);
}

static void hull(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    const double *best = b->shape->points;
    double most = -INFINITY, d[3];
    into(b, direction, d);
    for (uint32_t i = 0; i < b->shape->count; i++) {
        const double *p = b->shape->points + 3 * i;
        double along = p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
        if (along > most) {
            most = along;
            best = p;
        }
    }
    back(b, best[0], best[1], best[2], point);
}

static void cone(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    const double r = b->shape->size[0], half = b->shape->size[1];
    double d[3];
    into(b, direction, d);
    double across = sqrt(d[0] * d[0] + d[1] * d[1]);
    /* Apex: half z. Rim: r across - half z. */
    if (2.0 * half * d[2] >= r * across) {
        back(b, 0.0, 0.0, half, point);
    } else {
        double s = across > 0.0 ? r / across : 0.0;
        back(b, s * d[0], s * d[1], -half, point);
    }
}

static void sphere(const void *object, const ccd_vec3_t *d, ccd_vec3_t *point) {
    const struct body *b = object;
    double s = b->shape->size[0] / sqrt(ccdVec3Len2(d));
    for (int i = 0; i < 3; i++) {
        point->v[i] = b->pose->position[i] + s * d->v[i];
    }
}

static void capsule(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    double d[3];
    into(b, direction, d);
    double s = b->shape->size[1] / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    back(b, s * d[0], s * d[1], s * d[2] + away(d[2], b->shape->size[0]), point);
}

static void cylinder(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const struct body *b = object;
    double d[3];
    into(b, direction, d);
    double across = sqrt(d[0] * d[0] + d[1] * d[1]);
    double s = across > 0.0 ? b->shape->size[1] / across : 0.0;
    back(b, s * d[0], s * d[1], away(d[2], b->shape->size[0]), point);
}

static void center(const void *object, ccd_vec3_t *point) {
    const struct body *b = object;
    ccdVec3Set(point, b->pose->position[0], b->pose->position[1], b->pose->position[2]);
}

/* In the order of `peer_kind`. */
static const ccd_support_fn supports[] = {box, ellipsoid, round_box, hull, cone, sphere, capsule, cylinder};

const char *peer_name(void) {
    return "libccd " CCD_VERSION;
}

uint32_t peer_bytes(void) {
    return sizeof(ccd_real_t);
}

const char *peer_algorithm(uint32_t algorithm) {
    static const char *const names[] = {"mpr", "gjk"};
    return algorithm < 2 ? names[algorithm] : NULL;
}

void *peer_open(const struct peer_shape *a, const struct peer_shape *b, const struct peer_pose *poses_a,
                const struct peer_pose *poses_b, size_t n, uint32_t algorithm, uint32_t query) {
    struct set *set;
    (void)n;
    if (query != PEER_INTERSECT || (set = calloc(1, sizeof *set)) == NULL) {
        return NULL;
    }
    set->shapes[0] = *a;
    set->shapes[1] = *b;
    set->poses[0] = (struct peer_pose *)poses_a;
    set->poses[1] = (struct peer_pose *)poses_b;
    set->algorithm = algorithm;
    CCD_INIT(&set->ccd);
    set->ccd.support1 = supports[a->kind];
    set->ccd.support2 = supports[b->kind];
    set->ccd.center1 = center;
    set->ccd.center2 = center;
    set->ccd.max_iterations = 100;
    set->ccd.mpr_tolerance = 0.0001;
    return set;
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    struct set *set = opened;
    struct body a = {NULL, &set->shapes[0]}, b = {NULL, &set->shapes[1]};
    for (size_t i = from; i < to; i++) {
        a.pose = &set->poses[0][i];
        b.pose = &set->poses[1][i];
        int meet = set->algorithm == 0 ? ccdMPRIntersect(&a, &b, &set->ccd) : ccdGJKIntersect(&a, &b, &set->ccd);
        answers[i] = meet ? -1.0 : 1.0;
    }
}

void peer_close(void *set) {
    free(set);
}
