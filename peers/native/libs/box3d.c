/* Box3D: points with a radius by `b3ShapeDistance` ("gjk"), shapes by its `b3Collide...` functions ("collide"), and hulls by the test of
 * separating axes within those ("sat"), which leaves out the points of contact. Shapes and transforms are made before the timing; the
 * pose of B in A is computed within it, as Box3D does in each step. Every pair starts with an empty cache.
 *
 * Box3D has boxes, hulls of up to 128 points and 128 edges, spheres and capsules; a round box is the points of a box with a radius,
 * without depths. What collides answers depths; of pairs that are apart `b3ShapeDistance` is asked then. */

#include "../peer.h"

#include "manifold.h"

#include <box3d/collision.h>
#include <box3d/constants.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GJK, COLLIDE, SAT };

enum form { POINTS, HULL, SPHERE, CAPSULE };

struct side {
    enum form form;
    b3ShapeProxy proxy;
    b3Vec3 *points;
    b3BoxHull box;
    b3HullData *made; /* to be destroyed */
    const b3HullData *hull;
    b3Sphere sphere;
    b3Capsule capsule;
    b3Transform *poses;
};

struct set {
    struct side sides[2];
    uint32_t algorithm, query;
};

static int make_points(struct side *side, const struct peer_shape *of) {
    size_t count = of->kind == PEER_HULL ? of->count : of->kind == PEER_SPHERE ? 1 : of->kind == PEER_CAPSULE ? 2 : 8;
    const double *s = of->size;
    b3Vec3 *points = side->points = calloc(count, sizeof *points);
    if (points == NULL || count > B3_MAX_SHAPE_CAST_POINTS) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (of->kind == PEER_HULL) {
            const double *p = of->points + 3 * i;
            points[i] = (b3Vec3){(float)p[0], (float)p[1], (float)p[2]};
        } else if (of->kind == PEER_CAPSULE) {
            points[i].z = (float)(i == 0 ? -s[0] : s[0]);
        } else if (of->kind != PEER_SPHERE) {
            points[i] = (b3Vec3){(float)(i & 1 ? s[0] : -s[0]), (float)(i & 2 ? s[1] : -s[1]), (float)(i & 4 ? s[2] : -s[2])};
        }
    }
    side->proxy = (b3ShapeProxy){points, (int)count, 0.0f};
    return 1;
}

/* What is known of the radius, and the shape that collides. */
static void make_shape(struct side *side, const struct peer_shape *of) {
    const double *s = of->size;
    switch (of->kind) {
    case PEER_BOX:
        side->form = HULL;
        side->box = b3MakeBoxHull((float)s[0], (float)s[1], (float)s[2]);
        side->hull = &side->box.base;
        break;
    case PEER_HULL:
        side->hull = side->made = b3CreateHull(side->points, side->proxy.count, B3_MAX_HULL_VERTICES);
        side->form = side->made == NULL ? POINTS : HULL;
        break;
    case PEER_ROUND_BOX:
        side->form = POINTS;
        side->proxy.radius = (float)s[3];
        break;
    case PEER_SPHERE:
        side->form = SPHERE;
        side->proxy.radius = (float)s[0];
        side->sphere = (b3Sphere){side->points[0], side->proxy.radius};
        break;
    case PEER_CAPSULE:
        side->form = CAPSULE;
        side->proxy.radius = (float)s[1];
        side->capsule = (b3Capsule){side->points[0], side->points[1], side->proxy.radius};
        break;
    }
}

static int make(struct side *side, const struct peer_shape *of, const struct peer_pose *poses, size_t n) {
    if (of->kind == PEER_ELLIPSOID || of->kind == PEER_CONE || of->kind == PEER_CYLINDER || !make_points(side, of) ||
        (side->poses = malloc(n * sizeof *side->poses)) == NULL) {
        return 0;
    }
    make_shape(side, of);
    for (size_t i = 0; i < n; i++) {
        const double *p = poses[i].position, *q = poses[i].turn;
        side->poses[i] = (b3Transform){{(float)p[0], (float)p[1], (float)p[2]}, {{(float)q[0], (float)q[1], (float)q[2]}, (float)q[3]}};
    }
    return 1;
}

static float distance(const struct set *set, b3Transform b_in_a) {
    b3SimplexCache cache = {0};
    b3DistanceInput input = {set->sides[0].proxy, set->sides[1].proxy, b_in_a, true};
    return b3ShapeDistance(&input, &cache, NULL, 0).distance;
}

/* The deepest point of contact; NAN if there is none. */
static float collide(const struct set *set, b3Transform b_in_a) {
    const struct side *a = &set->sides[0], *b = &set->sides[1];
    b3LocalManifoldPoint points[B3_MAX_CLIP_POINTS];
    b3LocalManifold manifold = {.points = points};
    b3SimplexCache simplex = {0};
    b3SATCache axis = {0};
    if (a->form == HULL && b->form == HULL) {
        b3CollideHulls(&manifold, B3_MAX_CLIP_POINTS, a->hull, b->hull, b_in_a, &axis);
    } else if (a->form == HULL && b->form == CAPSULE) {
        b3CollideHullAndCapsule(&manifold, B3_MAX_CLIP_POINTS, a->hull, &b->capsule, b_in_a, &simplex);
    } else if (a->form == HULL) {
        b3CollideHullAndSphere(&manifold, B3_MAX_CLIP_POINTS, a->hull, &b->sphere, b_in_a, &simplex);
    } else if (a->form == CAPSULE && b->form == CAPSULE) {
        b3CollideCapsules(&manifold, B3_MAX_CLIP_POINTS, &a->capsule, &b->capsule, b_in_a);
    } else if (a->form == CAPSULE) {
        b3CollideCapsuleAndSphere(&manifold, B3_MAX_CLIP_POINTS, &a->capsule, &b->sphere, b_in_a);
    } else {
        b3CollideSpheres(&manifold, B3_MAX_CLIP_POINTS, &a->sphere, &b->sphere, b_in_a);
    }
    float deepest = NAN;
    for (int i = 0; i < manifold.pointCount; i++) {
        deepest = fminf(deepest, points[i].separation);
    }
    return deepest;
}

/* The greatest separation over all axes, or one beyond those that Box3D calls touching. */
static float separation(const struct set *set, b3Transform b_in_a) {
    const b3AxisQuery found = b3ComputeSeparatingAxis(set->sides[0].hull, set->sides[1].hull, b_in_a, true);
    return fmaxf(fmaxf(found.faceA.separation, found.faceB.separation), found.edge.separation);
}

static double answer(const struct set *set, size_t i) {
    const b3Transform b_in_a = b3InvMulTransforms(set->sides[0].poses[i], set->sides[1].poses[i]);
    if (set->algorithm == GJK) {
        const float apart = distance(set, b_in_a);
        return set->query == PEER_DISTANCE || apart > 0.0f ? apart : -1.0;
    }
    const float deepest = set->algorithm == SAT ? separation(set, b_in_a) : collide(set, b_in_a);
    if (set->query == PEER_INTERSECT) {
        return deepest <= 0.0f ? -1.0 : 1.0;
    }
    if (deepest <= 0.0f) {
        return deepest;
    }
    const float apart = distance(set, b_in_a);
    return apart > 0.0f ? apart : NAN;
}

const char *peer_name(void) {
    static char name[32];
    const b3Version version = b3GetVersion();
    snprintf(name, sizeof name, "Box3D %d.%d.%d", version.major, version.minor, version.revision);
    return name;
}

uint32_t peer_bytes(void) {
    return sizeof(float);
}

const char *peer_algorithm(uint32_t algorithm) {
    static const char *const names[] = {"gjk", "collide", "sat"};
    return algorithm < 3 ? names[algorithm] : NULL;
}

/* Box3D prints that a hull has too many edges; there is no row of it then. */
static void say_nothing(const char *message) {
    (void)message;
}

void *peer_open(const struct peer_shape *a, const struct peer_shape *b, const struct peer_pose *poses_a,
                const struct peer_pose *poses_b, size_t n, uint32_t algorithm, uint32_t query) {
    struct set *set;
    if ((algorithm == GJK ? query == PEER_CONTACT : query == PEER_DISTANCE) || (set = calloc(1, sizeof *set)) == NULL) {
        return NULL;
    }
    b3SetLogFcn(say_nothing);
    struct side *sides = set->sides;
    set->algorithm = algorithm;
    set->query = query;
    /* Functions that collide take hulls before capsules before spheres. */
    const int swap = b->kind != a->kind && (a->kind == PEER_SPHERE || (a->kind == PEER_CAPSULE && b->kind != PEER_SPHERE));
    int is_able = make(&sides[swap], a, poses_a, n) && make(&sides[!swap], b, poses_b, n);
    if (algorithm == SAT) {
        is_able = is_able && sides[0].form == HULL && sides[1].form == HULL;
    } else if (algorithm == COLLIDE) {
        is_able = is_able && sides[0].form != POINTS && sides[1].form != POINTS;
    }
    if (!is_able) {
        peer_close(set);
        return NULL;
    }
    return set;
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    const struct set *set = opened;
    for (size_t i = from; i < to; i++) {
        answers[i] = answer(set, i);
    }
}

void peer_close(void *opened) {
    struct set *set = opened;
    for (int k = 0; k < 2; k++) {
        free(set->sides[k].points);
        free(set->sides[k].poses);
        if (set->sides[k].made != NULL) {
            b3DestroyHull(set->sides[k].made);
        }
    }
    free(set);
}
