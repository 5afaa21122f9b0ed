// What the files of libraries in C++ share: names of algorithms, points of hulls, poses in the library's own form, blocks of pairs. All of
// it but the loop over a block is run before the timing.

#ifndef IMPINGE_PEER_SHARED_HPP
#define IMPINGE_PEER_SHARED_HPP

#include "peer.h"

namespace shared {

// The name of an algorithm, nothing behind the last.
template <size_t N> const char *name(const char *const (&names)[N], uint32_t algorithm) {
    return algorithm < N ? names[algorithm] : nullptr;
}

// Shows the points of a hull: `with` takes x, y and z.
template <typename With> void each_point(const peer_shape &hull, With with) {
    for (uint32_t i = 0; i < hull.count; i++) {
        with(hull.points[3 * i], hull.points[3 * i + 1], hull.points[3 * i + 2]);
    }
}

// Fills a list with poses as the library has them: `made` takes a matrix, row by row, and a position.
template <typename Poses, typename Made> void fill(Poses &all, const peer_pose *poses, size_t n, Made made) {
    for (size_t i = 0; i < n; i++) {
        all.push_back(made(poses[i].matrix, poses[i].position));
    }
}

// Both shapes and all poses of a set, by functions of the library; false where it lacks a shape.
template <typename Set, typename Shape, typename Made>
bool prepare(Set &set, const peer_shape *const (&shapes)[2], const peer_pose *const (&poses)[2], size_t n, Shape shape, Made made) {
    set.a = shape(*shapes[0]);
    set.b = shape(*shapes[1]);
    fill(set.poses_a, poses[0], n, made);
    fill(set.poses_b, poses[1], n, made);
    return set.a && set.b;
}

// Answers a block of pairs.
template <typename Set, typename Answer> void run(void *opened, size_t from, size_t to, double *answers, Answer answer) {
    const Set &set = *static_cast<Set *>(opened);
    for (size_t i = from; i < to; i++) {
        answers[i] = answer(set, i);
    }
}

} // namespace shared

#endif
