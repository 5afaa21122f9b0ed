// Bullet: two shapes by `btGjkPairDetector` (with EPA by `btGjkEpaPenetrationDepthSolver`), as its collision algorithm for convex shapes
// calls it, and by `btGjkEpaSolver2`. Shapes and transforms are made before the timing.
//
// Bullet rounds shapes by a margin of 0.04. It is set to zero here, so that the shapes are those that were asked for: a round box is
// a box whose margin is its radius. Bullet has no ellipsoid; its scaled `btMultiSphereShape` is none. `btGjkEpaSolver2` leaves
// margins out, so it is asked about shapes without radii alone; its verdict is the cheapest here, as it needs no depth. The build
// passes BT_USE_DOUBLE_PRECISION for double precision.

#include "../shared.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cmath>
#include <cstdio>
#include <memory>

namespace {

using Shape = std::unique_ptr<btConvexInternalShape>;

struct Set {
    Shape a, b;
    btAlignedObjectArray<btTransform> poses_a, poses_b;
    uint32_t algorithm, query;
};

Shape bare(btConvexInternalShape *shape) {
    shape->setMargin(0);
    return Shape(shape);
}

Shape shape(const peer_shape &of) {
    const double *s = of.size;
    switch (of.kind) {
    case PEER_BOX:
        return bare(new btBoxShape(btVector3(s[0], s[1], s[2])));
    case PEER_ROUND_BOX: {
        Shape box(new btBoxShape(btVector3(s[0] + s[3], s[1] + s[3], s[2] + s[3])));
        box->setMargin(s[3]);
        return box;
    }
    case PEER_HULL: {
        auto hull = new btConvexHullShape;
        shared::each_point(of, [hull](double x, double y, double z) { hull->addPoint(btVector3(x, y, z), false); });
        hull->recalcLocalAabb();
        return bare(hull);
    }
    case PEER_CONE:
        return bare(new btConeShapeZ(s[0], 2 * s[1]));
    case PEER_SPHERE:
        return Shape(new btSphereShape(s[0]));
    case PEER_CAPSULE:
        return Shape(new btCapsuleShapeZ(s[1], 2 * s[0]));
    case PEER_CYLINDER:
        return bare(new btCylinderShapeZ(btVector3(s[1], s[1], s[0])));
    default:
        return nullptr;
    }
}

bool is_round(uint32_t kind) {
    return kind == PEER_ROUND_BOX || kind == PEER_SPHERE || kind == PEER_CAPSULE;
}

btTransform transform(const double *m, const double *p) {
    return btTransform(btMatrix3x3(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), btVector3(p[0], p[1], p[2]));
}

double by_detector(const Set &set, int i) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(set.a.get(), set.b.get(), &simplex, &depth);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = set.poses_a[i];
    input.m_transformB = set.poses_b[i];
    if (set.query == PEER_INTERSECT) {
        // Nothing farther is asked for than the margins reach.
        const btScalar reach = set.a->getMargin() + set.b->getMargin();
        input.m_maximumDistanceSquared = reach * reach;
    }
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    if (set.query == PEER_INTERSECT) {
        return found.m_hasResult && found.m_distance <= 0 ? -1.0 : 1.0;
    }
    return found.m_hasResult ? found.m_distance : NAN;
}

double by_solver(const Set &set, int i) {
    const btTransform &a = set.poses_a[i], &b = set.poses_b[i];
    const btVector3 guess = b.getOrigin() - a.getOrigin();
    btGjkEpaSolver2::sResults found;
    if (set.query == PEER_CONTACT) {
        bool known = btGjkEpaSolver2::SignedDistance(set.a.get(), a, set.b.get(), b, guess, found);
        return known ? found.distance : NAN;
    }
    bool apart = btGjkEpaSolver2::Distance(set.a.get(), a, set.b.get(), b, guess, found);
    return set.query == PEER_INTERSECT ? (apart ? 1.0 : -1.0) : (apart ? found.distance : 0.0);
}

} // namespace

const char *peer_name(void) {
    static char name[32];
    std::snprintf(name, sizeof name, "Bullet %d.%02d", btGetVersion() / 100, btGetVersion() % 100);
    return name;
}

uint32_t peer_bytes(void) {
    return sizeof(btScalar);
}

const char *peer_algorithm(uint32_t algorithm) {
    static const char *const names[] = {"pair-detector", "gjk-epa-2"};
    return shared::name(names, algorithm);
}

void *peer_open(const peer_shape *a, const peer_shape *b, const peer_pose *poses_a, const peer_pose *poses_b, size_t n,
                uint32_t algorithm, uint32_t query) {
    std::unique_ptr<Set> set(new Set);
    if (algorithm == 1 && (is_round(a->kind) || is_round(b->kind))) {
        return nullptr;
    }
    if (!shared::prepare(*set, {a, b}, {poses_a, poses_b}, n, shape, transform)) {
        return nullptr;
    }
    set->algorithm = algorithm;
    set->query = query;
    return set.release();
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    shared::run<Set>(opened, from, to, answers, [](const Set &set, size_t i) {
        return set.algorithm == 0 ? by_detector(set, int(i)) : by_solver(set, int(i));
    });
}

void peer_close(void *set) {
    delete static_cast<Set *>(set);
}
