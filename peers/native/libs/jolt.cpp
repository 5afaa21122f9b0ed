// Jolt: its shapes by their support functions, with `GJKClosestPoint` and `EPAPenetrationDepth`, as its collision of two convex shapes
// calls them. Shapes, support functions and matrices are made before the timing; the pose of B in A is computed within it, as Jolt does.
//
// Jolt rounds shapes by a convex radius of 0.05. It is zero here, so that the shapes are those that were asked for: a round box is a
// box whose convex radius is its radius. Jolt has no ellipsoid; its cone is a tapered cylinder. "boxes-first" looks whether the
// bounding boxes meet before it asks for a verdict, as Jolt's collision of two convex shapes does.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Memory.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Geometry/OrientedBox.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TaperedCylinderShape.h>
#include <Jolt/Physics/PhysicsSettings.h>

// The files of Jolt that these need, in place of a library.
#include <Jolt/Core/Color.cpp>
#include <Jolt/Core/Factory.cpp>
#include <Jolt/Core/IssueReporting.cpp>
#include <Jolt/Core/Memory.cpp>
#include <Jolt/Core/RTTI.cpp>
#include <Jolt/Core/StringTools.cpp>
#include <Jolt/Geometry/ConvexHullBuilder.cpp>
#include <Jolt/Geometry/ConvexHullBuilder2D.cpp>
#include <Jolt/Geometry/OrientedBox.cpp>
#include <Jolt/Math/Vec3.cpp>
#include <Jolt/ObjectStream/SerializableObject.cpp>
#include <Jolt/Physics/Body/MassProperties.cpp>
#include <Jolt/Physics/Collision/CollisionDispatch.cpp>
#include <Jolt/Physics/Collision/PhysicsMaterial.cpp>
#include <Jolt/Physics/Collision/PhysicsMaterialSimple.cpp>
#include <Jolt/Physics/Collision/Shape/BoxShape.cpp>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.cpp>
#include <Jolt/Physics/Collision/Shape/CompoundShape.cpp>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.cpp>
#include <Jolt/Physics/Collision/Shape/ConvexShape.cpp>
#include <Jolt/Physics/Collision/Shape/CylinderShape.cpp>
#include <Jolt/Physics/Collision/Shape/DecoratedShape.cpp>
#include <Jolt/Physics/Collision/Shape/RotatedTranslatedShape.cpp>
#include <Jolt/Physics/Collision/Shape/ScaledShape.cpp>
#include <Jolt/Physics/Collision/Shape/Shape.cpp>
#include <Jolt/Physics/Collision/Shape/SphereShape.cpp>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.cpp>
#include <Jolt/Physics/Collision/Shape/TaperedCylinderShape.cpp>
#include <Jolt/Physics/Collision/TransformedShape.cpp>

#include "../shared.hpp"

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

using namespace JPH;

namespace {

using Mode = ConvexShape::ESupportMode;

// Farther than any pair, and with a square that is a number still.
constexpr float cFar = 1.0e18f;

struct Side {
    Ref<Shape> shape;
    ConvexShape::SupportBuffer core_buffer, whole_buffer;
    const ConvexShape::Support *core, *whole; // without and with the convex radius
    AABox bounds;
    bool is_round_box;
    std::vector<Mat44> poses;

    float radius() const { return core->GetConvexRadius(); }
};

struct Set {
    Side a, b;
    uint32_t algorithm, query;
};

Ref<Shape> shape(const peer_shape &of) {
    const double *s = of.size;
    ShapeSettings::ShapeResult made;
    switch (of.kind) {
    case PEER_BOX:
        made = BoxShapeSettings(Vec3(float(s[0]), float(s[1]), float(s[2])), 0.0f).Create();
        break;
    case PEER_ROUND_BOX:
        made = BoxShapeSettings(Vec3(float(s[0] + s[3]), float(s[1] + s[3]), float(s[2] + s[3])), float(s[3])).Create();
        break;
    case PEER_HULL: {
        Array<Vec3> points;
        shared::each_point(of, [&points](double x, double y, double z) { points.push_back(Vec3(float(x), float(y), float(z))); });
        made = ConvexHullShapeSettings(points, 0.0f).Create();
        break;
    }
    case PEER_CONE:
        made = TaperedCylinderShapeSettings(float(s[1]), 0.0f, float(s[0]), 0.0f).Create();
        break;
    case PEER_SPHERE:
        made = SphereShapeSettings(float(s[0])).Create();
        break;
    case PEER_CAPSULE:
        made = CapsuleShapeSettings(float(s[0]), float(s[1])).Create();
        break;
    case PEER_CYLINDER:
        made = CylinderShapeSettings(float(s[0]), float(s[1]), 0.0f).Create();
        break;
    default:
        return nullptr;
    }
    return made.IsValid() ? made.Get() : nullptr;
}

bool make(Side &side, const peer_shape &of, const peer_pose *poses, size_t n) {
    side.shape = shape(of);
    if (side.shape == nullptr) {
        return false;
    }
    const ConvexShape *convex = static_cast<const ConvexShape *>(side.shape.GetPtr());
    side.core = convex->GetSupportFunction(Mode::ExcludeConvexRadius, side.core_buffer, Vec3::sOne());
    side.whole = convex->GetSupportFunction(Mode::IncludeConvexRadius, side.whole_buffer, Vec3::sOne());
    side.bounds = convex->GetLocalBounds();
    side.is_round_box = of.kind == PEER_ROUND_BOX;
    // Axes of Jolt's shapes are y, those of `peer.h` are z: x, y, z of Jolt are y, z, x there.
    const bool is_turned = of.kind == PEER_CONE || of.kind == PEER_CAPSULE || of.kind == PEER_CYLINDER;
    shared::fill(side.poses, poses, n, [convex, is_turned](const double *m, const double *p) {
        auto column = [m](int k) { return Vec4(float(m[k]), float(m[3 + k]), float(m[6 + k]), 0.0f); };
        const int first = is_turned ? 1 : 0;
        const Mat44 pose(column(first), column((first + 1) % 3), column((first + 2) % 3), Vec4(float(p[0]), float(p[1]), float(p[2]), 1.0f));
        return pose.PreTranslated(convex->GetCenterOfMass());
    });
    return true;
}

bool expand(EPAPenetrationDepth &depth, const Set &set, const Mat44 &b_in_a, Vec3 &axis, Vec3 &on_a, Vec3 &on_b) {
    if (set.a.is_round_box || set.b.is_round_box) {
        // With its convex radius, Jolt's box has sharp edges again; the ball is added to the core.
        AddConvexRadius a(*set.a.core, set.a.radius()), b(*set.b.core, set.b.radius());
        return depth.GetPenetrationDepthStepEPA(a, TransformedConvexObject(b_in_a, b), cDefaultPenetrationTolerance, axis, on_a, on_b);
    }
    return depth.GetPenetrationDepthStepEPA(*set.a.whole, TransformedConvexObject(b_in_a, *set.b.whole), cDefaultPenetrationTolerance, axis,
                                            on_a, on_b);
}

double answer(const Set &set, size_t i) {
    const Mat44 b_in_a = set.a.poses[i].InversedRotationTranslation() * set.b.poses[i];
    if (set.algorithm == 1 && !OrientedBox(b_in_a, set.b.bounds).Overlaps(set.a.bounds)) {
        return 1.0;
    }
    const TransformedConvexObject b(b_in_a, *set.b.core);
    const float radii = set.a.radius() + set.b.radius();
    Vec3 axis = b_in_a.GetTranslation(), on_a, on_b;
    if (axis.IsNearZero()) {
        axis = Vec3::sAxisX();
    }
    if (set.query == PEER_INTERSECT) {
        GJKClosestPoint gjk;
        const bool meet = radii == 0.0f
                              ? gjk.Intersects(*set.a.core, b, cDefaultCollisionTolerance, axis)
                              : gjk.GetClosestPoints(*set.a.core, b, cDefaultCollisionTolerance, radii * radii, axis, on_a, on_b) <= radii * radii;
        return meet ? -1.0 : 1.0;
    }
    if (set.query == PEER_DISTANCE) {
        GJKClosestPoint gjk;
        const float squared = gjk.GetClosestPoints(*set.a.core, b, cDefaultCollisionTolerance, FLT_MAX, axis, on_a, on_b);
        return std::fmax(0.0f, std::sqrt(squared) - radii);
    }
    EPAPenetrationDepth depth;
    switch (depth.GetPenetrationDepthStepGJK(*set.a.core, cFar, b, 0.0f, cDefaultCollisionTolerance, axis, on_a, on_b)) {
    case EPAPenetrationDepth::EStatus::Colliding:
        // Of cores that are apart, the axis is what is between them.
        return axis.Length() - radii;
    case EPAPenetrationDepth::EStatus::Indeterminate:
        // Cores at a distance of zero that do not overlap, says Jolt where EPA fails: not colliding.
        return expand(depth, set, b_in_a, axis, on_a, on_b) ? -(on_b - on_a).Length() : FLT_MIN;
    default:
        return NAN;
    }
}

} // namespace

const char *peer_name(void) {
    static char name[32];
    std::snprintf(name, sizeof name, "Jolt %d.%d.%d", JPH_VERSION_MAJOR, JPH_VERSION_MINOR, JPH_VERSION_PATCH);
    return name;
}

uint32_t peer_bytes(void) {
    return sizeof(float);
}

const char *peer_algorithm(uint32_t algorithm) {
    static const char *const names[] = {"gjk-epa", "boxes-first"};
    return shared::name(names, algorithm);
}

void *peer_open(const peer_shape *a, const peer_shape *b, const peer_pose *poses_a, const peer_pose *poses_b, size_t n,
                uint32_t algorithm, uint32_t query) {
    RegisterDefaultAllocator();
    if (algorithm == 1 && query != PEER_INTERSECT) {
        return nullptr;
    }
    std::unique_ptr<Set> set(new Set);
    if (!make(set->a, *a, poses_a, n) || !make(set->b, *b, poses_b, n)) {
        return nullptr;
    }
    set->algorithm = algorithm;
    set->query = query;
    return set.release();
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    shared::run<Set>(opened, from, to, answers, answer);
}

void peer_close(void *set) {
    delete static_cast<Set *>(set);
}
