// Coal: `ComputeCollision` and `ComputeDistance`, which look up the function for two shapes once, before the timing; transforms
// are Coal's own, made before the timing. Requests are Coal's defaults: for verdicts without contacts, for distances unsigned and
// without nearest points, for contacts signed, with nearest points and normal. Hulls are built by Coal's Qhull.

#include "../shared.hpp"

#include <coal/collision.h>
#include <coal/config.hh>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <memory>
#include <vector>

namespace {

using Shape = std::unique_ptr<coal::ShapeBase>;

struct Set {
    Shape a, b;
    std::vector<coal::Transform3s> poses_a, poses_b;
    std::unique_ptr<coal::ComputeCollision> collide;
    std::unique_ptr<coal::ComputeDistance> distance;
    coal::CollisionRequest collision_request;
    coal::DistanceRequest distance_request;
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
};

const coal::GJKVariant variants[] = {coal::DefaultGJK, coal::PolyakAcceleration, coal::NesterovAcceleration};

Shape shape(const peer_shape &of) {
    const double *s = of.size;
    switch (of.kind) {
    case PEER_BOX:
        return Shape(new coal::Box(2 * s[0], 2 * s[1], 2 * s[2]));
    case PEER_ELLIPSOID:
        return Shape(new coal::Ellipsoid(s[0], s[1], s[2]));
    case PEER_ROUND_BOX: {
        Shape box(new coal::Box(2 * s[0], 2 * s[1], 2 * s[2]));
        box->setSweptSphereRadius(s[3]);
        return box;
    }
    case PEER_HULL: {
        auto points = std::make_shared<std::vector<coal::Vec3s>>();
        shared::each_point(of, [&points](double x, double y, double z) { points->emplace_back(x, y, z); });
        return Shape(coal::ConvexBase::convexHull(points, of.count, true, nullptr));
    }
    case PEER_CONE:
        return Shape(new coal::Cone(s[0], 2 * s[1]));
    case PEER_SPHERE:
        return Shape(new coal::Sphere(s[0]));
    case PEER_CAPSULE:
        return Shape(new coal::Capsule(s[1], 2 * s[0]));
    default:
        return Shape(new coal::Cylinder(s[1], 2 * s[0]));
    }
}

coal::Transform3s transform(const double *matrix, const double *position) {
    coal::Matrix3s turn = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(matrix);
    return coal::Transform3s(turn, coal::Vec3s(position[0], position[1], position[2]));
}

} // namespace

const char *peer_name(void) {
    return "Coal " COAL_VERSION;
}

uint32_t peer_bytes(void) {
    return sizeof(coal::CoalScalar);
}

const char *peer_algorithm(uint32_t algorithm) {
    static const char *const names[] = {"default", "polyak", "nesterov"};
    return shared::name(names, algorithm);
}

void *peer_open(const peer_shape *a, const peer_shape *b, const peer_pose *poses_a, const peer_pose *poses_b, size_t n,
                uint32_t algorithm, uint32_t query) {
    auto set = new Set;
    shared::prepare(*set, {a, b}, {poses_a, poses_b}, n, shape, transform); // Coal has all shapes.
    if (query == PEER_INTERSECT) {
        set->collide.reset(new coal::ComputeCollision(set->a.get(), set->b.get()));
        set->collision_request.enable_contact = false;
        set->collision_request.gjk_variant = variants[algorithm];
    } else {
        set->distance.reset(new coal::ComputeDistance(set->a.get(), set->b.get()));
        set->distance_request = coal::DistanceRequest(query == PEER_CONTACT, query == PEER_CONTACT);
        set->distance_request.gjk_variant = variants[algorithm];
    }
    return set;
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    auto set = static_cast<Set *>(opened);
    if (set->collide) {
        coal::CollisionResult result;
        for (size_t i = from; i < to; i++) {
            result.clear();
            (*set->collide)(set->poses_a[i], set->poses_b[i], set->collision_request, result);
            answers[i] = result.isCollision() ? -1.0 : 1.0;
        }
    } else {
        coal::DistanceResult result;
        for (size_t i = from; i < to; i++) {
            result.clear();
            answers[i] = (*set->distance)(set->poses_a[i], set->poses_b[i], set->distance_request, result);
        }
    }
}

void peer_close(void *set) {
    delete static_cast<Set *>(set);
}
