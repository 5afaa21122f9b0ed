/* openGJK: `compute_minimum_distance` on polytopes, so on boxes and hulls, by scans over all points.
 *
 * openGJK takes points in the frame of the world: they are turned and moved before the timing. It answers distances alone; bodies
 * count as meeting where it ends with a tetrahedron, or with a distance below the one at which it stops as if at zero. The file of the library is included, not
 * linked, to keep its message about too many steps off the output; the build passes its folder, its version as OPENGJK_VERSION,
 * and USE_32BITS for single precision. */

#include <stdio.h>
#define printf(...) ((void)0)
#include "openGJK.c"
#undef printf

#include "../peer.h"

struct set {
    size_t counts[2];
    gkFloat *values[2];  /* of all points at all poses */
    gkFloat **points[2]; /* the same, as openGJK takes them */
    uint32_t query;
};

static size_t count(const struct peer_shape *shape) {
    return shape->kind == PEER_BOX ? 8 : shape->kind == PEER_HULL ? shape->count : 0;
}

static void corner(const struct peer_shape *shape, size_t i, double out[3]) {
    for (size_t k = 0; k < 3; k++) {
        out[k] = shape->kind == PEER_HULL ? shape->points[3 * i + k]
                                          : ((i >> k) & 1 ? shape->size[k] : -shape->size[k]);
    }
}

static int place(struct set *set, int which, const struct peer_shape *shape, const struct peer_pose *poses, size_t n) {
    size_t points = set->counts[which] = count(shape);
    gkFloat *value = set->values[which] = malloc(3 * n * points * sizeof *value);
    gkFloat **point = set->points[which] = malloc(n * points * sizeof *point);
    if (value == NULL || point == NULL) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        const double *m = poses[i].matrix;
        for (size_t j = 0; j < points; j++, value += 3) {
            double p[3];
            corner(shape, j, p);
            for (int k = 0; k < 3; k++) {
                value[k] = (gkFloat)(m[3 * k] * p[0] + m[3 * k + 1] * p[1] + m[3 * k + 2] * p[2] + poses[i].position[k]);
            }
            *point++ = value;
        }
    }
    return 1;
}

const char *peer_name(void) {
    return "openGJK " OPENGJK_VERSION;
}

uint32_t peer_bytes(void) {
    return sizeof(gkFloat);
}

const char *peer_algorithm(uint32_t algorithm) {
    return algorithm == 0 ? "signed-volumes" : NULL;
}

void *peer_open(const struct peer_shape *a, const struct peer_shape *b, const struct peer_pose *poses_a,
                const struct peer_pose *poses_b, size_t n, uint32_t algorithm, uint32_t query) {
    struct set *set;
    (void)algorithm;
    if (query == PEER_CONTACT || count(a) == 0 || count(b) == 0 || (set = calloc(1, sizeof *set)) == NULL) {
        return NULL;
    }
    set->query = query;
    if (!place(set, 0, a, poses_a, n) || !place(set, 1, b, poses_b, n)) {
        peer_close(set);
        return NULL;
    }
    return set;
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    struct set *set = opened;
    gkPolytope a = {.numpoints = (int)set->counts[0]}, b = {.numpoints = (int)set->counts[1]};
    for (size_t i = from; i < to; i++) {
        gkSimplex simplex = {0};
        a.coord = set->points[0] + i * set->counts[0];
        b.coord = set->points[1] + i * set->counts[1];
        gkFloat distance = compute_minimum_distance(a, b, &simplex);
        int meet = simplex.nvrtx == 4 || distance < GJK_EPSILON_REL;
        answers[i] = set->query == PEER_INTERSECT ? (meet ? -1.0 : 1.0) : (meet ? 0.0 : (double)distance);
    }
}

void peer_close(void *opened) {
    struct set *set = opened;
    for (int k = 0; k < 2; k++) {
        free(set->values[k]);
        free(set->points[k]);
    }
    free(set);
}
