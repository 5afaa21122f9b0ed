/* MuJoCo: `mj_geomDistance` between two geoms of a model that is made once for a set, with its default settings.
 *
 * The poses of the geoms are written into the model's data within the timing: two positions and two matrices, which is all that
 * the function reads; the matrices themselves are prepared. Points of meshes are kept in single precision. MuJoCo has no cone and no round box. A verdict is the sign of the
 * distance, cut off at zero, which is the cheapest that it offers for two geoms alone. */

#include "../peer.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct set {
    mjModel *model;
    mjData *data;
    const struct peer_pose *poses[2];
    /* Of a mesh: MuJoCo moves it to its center of mass and main axes. */
    mjtNum inner_position[2][3], inner_turn[2][9];
    int geoms[2];
    int is_mesh[2];
    mjtNum far;
};

static int add(mjSpec *spec, const struct peer_shape *shape, int which) {
    mjsBody *body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
    mjsGeom *geom = mjs_addGeom(body, NULL);
    const double *s = shape->size;
    char name[2] = {(char)('a' + which), 0};
    body->mocap = 1;
    mjs_setName(geom->element, name);
    switch (shape->kind) {
    case PEER_BOX:
        geom->type = mjGEOM_BOX;
        memcpy(geom->size, s, 3 * sizeof *s);
        return 1;
    case PEER_ELLIPSOID:
        geom->type = mjGEOM_ELLIPSOID;
        memcpy(geom->size, s, 3 * sizeof *s);
        return 1;
    case PEER_SPHERE:
        geom->type = mjGEOM_SPHERE;
        geom->size[0] = s[0];
        return 1;
    case PEER_CAPSULE:
    case PEER_CYLINDER:
        geom->type = shape->kind == PEER_CAPSULE ? mjGEOM_CAPSULE : mjGEOM_CYLINDER;
        geom->size[0] = s[1];
        geom->size[1] = s[0];
        return 1;
    case PEER_HULL: {
        mjsMesh *mesh = mjs_addMesh(spec, NULL);
        float *points = malloc(3 * shape->count * sizeof *points);
        if (points == NULL) {
            return 0;
        }
        for (uint32_t i = 0; i < 3 * shape->count; i++) {
            points[i] = (float)shape->points[i];
        }
        mjs_setName(mesh->element, name);
        mjs_setFloat(mesh->uservert, points, (int)(3 * shape->count));
        free(points);
        geom->type = mjGEOM_MESH;
        mjs_setString(geom->meshname, name);
        return 1;
    }
    default:
        return 0;
    }
}

const char *peer_name(void) {
    static char name[32];
    snprintf(name, sizeof name, "MuJoCo %s", mj_versionString());
    return name;
}

uint32_t peer_bytes(void) {
    return sizeof(mjtNum);
}

const char *peer_algorithm(uint32_t algorithm) {
    return algorithm == 0 ? "geom-distance" : NULL;
}

static void place(struct set *set, int which, const struct peer_pose *pose) {
    mjtNum *position = set->data->geom_xpos + 3 * set->geoms[which], *turn = set->data->geom_xmat + 9 * set->geoms[which];
    if (set->is_mesh[which]) {
        mju_mulMatVec3(position, pose->matrix, set->inner_position[which]);
        mju_addTo3(position, pose->position);
        mju_mulMatMat(turn, pose->matrix, set->inner_turn[which], 3, 3, 3);
    } else {
        memcpy(position, pose->position, sizeof pose->position);
        memcpy(turn, pose->matrix, sizeof pose->matrix);
    }
}

void *peer_open(const struct peer_shape *a, const struct peer_shape *b, const struct peer_pose *poses_a,
                const struct peer_pose *poses_b, size_t n, uint32_t algorithm, uint32_t query) {
    mjSpec *spec = mj_makeSpec();
    struct set *set = NULL;
    mjModel *model = NULL;
    (void)n;
    (void)algorithm;
    if (add(spec, a, 0) && add(spec, b, 1)) {
        model = mj_compile(spec, NULL);
        if (model == NULL) {
            fprintf(stderr, "MuJoCo: %s\n", mjs_getError(spec));
        }
    }
    if (model != NULL && (set = calloc(1, sizeof *set)) != NULL) {
        set->model = model;
        set->data = mj_makeData(model);
        set->poses[0] = poses_a;
        set->poses[1] = poses_b;
        /* Where nothing farther is asked for, MuJoCo stops early. */
        set->far = query == PEER_INTERSECT ? 0.0 : 1e10;
        for (int k = 0; k < 2; k++) {
            char name[2] = {(char)('a' + k), 0};
            set->geoms[k] = mj_name2id(model, mjOBJ_GEOM, name);
            set->is_mesh[k] = model->geom_type[set->geoms[k]] == mjGEOM_MESH;
            memcpy(set->inner_position[k], model->geom_pos + 3 * set->geoms[k], sizeof set->inner_position[k]);
            mju_quat2Mat(set->inner_turn[k], model->geom_quat + 4 * set->geoms[k]);
        }
        mj_forward(set->model, set->data);
    }
    mj_deleteSpec(spec);
    return set;
}

void peer_run(void *opened, size_t from, size_t to, double *answers) {
    struct set *set = opened;
    mjtNum segment[6];
    for (size_t i = from; i < to; i++) {
        place(set, 0, &set->poses[0][i]);
        place(set, 1, &set->poses[1][i]);
        mjtNum distance = mj_geomDistance(set->model, set->data, set->geoms[0], set->geoms[1], set->far,
                                          set->far > 0.0 ? segment : NULL);
        answers[i] = set->far > 0.0 ? distance : distance < 0.0 ? -1.0 : 1.0;
    }
}

void peer_close(void *opened) {
    struct set *set = opened;
    mj_deleteData(set->data);
    mj_deleteModel(set->model);
    free(set);
}
