// FCL: `fcl::collide` and `fcl::distance` with its two solvers, libccd's and its own. Requests are FCL's defaults: for verdicts without
// contacts, for distances unsigned and without nearest points. Signed distances in Debian's build of 0.7.0 end the program by an
// assertion on some of our pairs, with either solver: so a contact is the distance with nearest points, and where bodies meet the depth
// by `fcl::collide` with contacts. Transforms are FCL's own, made before the timing. FCL does not build hulls: the faces are given. It
// has no round box. Where it throws, there is no answer.

#include "../shared.hpp"

#include <fcl/fcl.h>

#include <cmath>
#include <memory>
#include <vector>

namespace {

using Shape = std::unique_ptr<fcl::ShapeBase<double>>;

struct Set {
    Shape a, b;
    std::vector<fcl::Transform3<double>, Eigen::aligned_allocator<fcl::Transform3<double>>> poses_a, poses_b;
    fcl::CollisionRequest<double> collision_request;
    fcl::DistanceRequest<double> distance_request;
    uint32_t query;
};

Shape shape(const peer_shape &of) {
    const double *s = of.size;
    switch (of.kind) {
    case PEER_BOX:
        return Shape(new fcl::Box<double>(2 * s[0], 2 * s[1], 2 * s[2]));
    case PEER_ELLIPSOID:
        return Shape(new fcl::Ellipsoid<double>(s[0], s[1], s[2]));
    case PEER_HULL: {
        auto points = std::make_shared<std::vector<fcl::Vector3<double>>>();
        shared::each_point(of, [&points](double x, double y, double z) { points->emplace_back(x, y, z); });
        auto faces = std::make_shared<std::vector<int>>(of.faces, of.faces + of.face_words);
        return Shape(of.face_count == 0 ? nullptr : new fcl::Convex<double>(points, int(of.face_count), faces));
    }
    case PEER_CONE:
        return Shape(new fcl::Cone<double>(s[0], 2 * s[1]));
    case PEER_SPHERE:
        return Shape(new fcl::Sphere<double>(s[0]));
    case PEER_CAPSULE:
        return Shape(new fcl::Capsule<double>(s[1], 2 * s[0]));
    case PEER_CYLINDER:
        return Shape(new fcl::Cylinder<double>(s[1], 2 * s[0]));
    default:
        return nullptr;
    }
}

fcl::Transform3<double> transform(const double *matrix, const double *position) {
    fcl::Transform3<double> pose = fcl::Transform3<double>::Identity();
    pose.linear() = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(matrix);
    pose.translation() = Eigen::Map<const Eigen::Vector3d>(position);
    return pose;
}

double answer(const Set &set, size_t i) try {
    if (set.query == PEER_INTERSECT) {
        fcl::CollisionResult<double> result;
        fcl::collide(set.a.get(), set.poses_a[i], set.b.get(), set.poses_b[i], set.collision_request, result);
        return result.isCollision() ? -1.0 : 1.0;
    }
    fcl::DistanceResult<double> result;
    double distance = fcl::distance(set.a.get(), set.poses_a[i], set.b.get(), set.poses_b[i], set.distance_request, result);
    if (distance > 0.0 || !set.collision_request.enable_contact) {
        return distance;
    }
    fcl::CollisionResult<double> contacts;
    fcl::collide(set.a.get(), set.poses_a[i], set.b.get(), set.poses_b[i], set.collision_request, contacts);
    // Its own solver gives depths another sign than libccd's.
    return contacts.isCollision() ? -std::fabs(contacts.getContact(0).penetration_depth) : 0.0;
} catch (const std::exception &) {
    return NAN;
}

} // namespace

const char *peer_name(void) {
    return "FCL " FCL_VERSION;
}

uint32_t peer_bytes(void) {
    return sizeof(double);
}

const char *peer_algorithm(uint32_t algorithm) {
    static const char *const names[] = {"libccd", "indep"};
    return shared::name(names, algorithm);
}

void *peer_open(const peer_shape *a, const peer_shape *b, const peer_pose *poses_a, const peer_pose *poses_b, size_t n,
                uint32_t algorithm, uint32_t query) {
    std::unique_ptr<Set> set(new Set);
    if (!shared::prepare(*set, {a, b}, {poses_a, poses_b}, n, shape, transform)) {
        return nullptr;
    }
    set->a->computeLocalAABB();
    set->b->computeLocalAABB();
    set->query = query;
    set->distance_request = fcl::DistanceRequest<double>(query == PEER_CONTACT, false);
    set->collision_request.enable_contact = query == PEER_CONTACT;
    const auto solver = algorithm == 0 ? fcl::GJKSolverType::GST_LIBCCD : fcl::GJKSolverType::GST_INDEP;
    set->collision_request.gjk_solver_type = solver;
    set->distance_request.gjk_solver_type = solver;
    return set.release();
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    shared::run<Set>(opened, from, to, answers, answer);
}

void peer_close(void *set) {
    delete static_cast<Set *>(set);
}
