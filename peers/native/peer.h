/* What a library is asked through: a shared object with these functions, one per library, in libs/.
 *
 * The driver (src/main.rs) opens a set with each algorithm and query, and calls `peer_run` on blocks of pairs, in turns with
 * impinge. Everything that does not belong to a query is done by `peer_open`, outside the timing: shapes, poses, requests. */

#ifndef IMPINGE_PEER_H
#define IMPINGE_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of shapes, and what `size` holds. */
enum peer_kind {
    PEER_BOX,       /* half sides */
    PEER_ELLIPSOID, /* radii */
    PEER_ROUND_BOX, /* half sides of the box, radius of the ball */
    PEER_HULL,      /* points */
    PEER_CONE,      /* radius, half height; axis z, apex up, origin at mid-height */
    PEER_SPHERE,    /* radius */
    PEER_CAPSULE,   /* half length of the segment on z, radius */
    PEER_CYLINDER   /* half height, radius; axis z */
};

enum peer_query { PEER_INTERSECT, PEER_DISTANCE, PEER_CONTACT };

struct peer_shape {
    uint32_t kind;
    uint32_t count; /* of points, x y z each */
    double size[4];
    const double *points;
    /* Of a hull: the number of its faces, and for each how many corners it has and which points they are, counter-clockwise seen
     * from outside; one number after the other. Only for libraries that do not find them themselves. */
    uint32_t face_count;
    uint32_t face_words;
    const uint32_t *faces;
};

struct peer_pose {
    double position[3];
    double turn[4];   /* unit quaternion x y z w */
    double matrix[9]; /* the same as a matrix, row by row */
};

/* Name and version, as "libccd 2.1": asked from the library or its package. */
const char *peer_name(void);
/* Bytes of its numbers: 4 or 8. */
uint32_t peer_bytes(void);
/* The name of an algorithm; NULL behind the last. */
const char *peer_algorithm(uint32_t algorithm);
/* A set made ready: `n` poses of A and of B. NULL where the library lacks the shapes or the query. */
void *peer_open(const struct peer_shape *a, const struct peer_shape *b, const struct peer_pose *poses_a,
                const struct peer_pose *poses_b, size_t n, uint32_t algorithm, uint32_t query);
/* Answers pairs from..to: as a file of answers has them (`crates/impinge-io/src/cases/answers.rs`). */
void peer_run(void *set, size_t from, size_t to, double *answers);
void peer_close(void *set);

#ifdef __cplusplus
}
#endif
#endif
