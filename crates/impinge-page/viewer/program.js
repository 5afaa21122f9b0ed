// Programs, buffers and vertex arrays of WebGL.

// Compiles and links; the log of the driver becomes the error. `define` is a name that the shaders ask for by `#ifdef`. Returns the
// program with the places of its uniforms.
export function createProgram(gl, vertexName, fragmentName, define = "PLAIN") {
  const program = gl.createProgram();
  const compile = (kind, name) => {
    const shader = gl.createShader(kind);
    const source = document.getElementById(name).textContent.trim();
    gl.shaderSource(shader, source.replace("\n", `\n#define ${define}\n`)); // the first line names the version
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return () => `${name}: ${gl.getShaderInfoLog(shader)}`;
  };
  const logs = [compile(gl.VERTEX_SHADER, vertexName), compile(gl.FRAGMENT_SHADER, fragmentName)];
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error([gl.getProgramInfoLog(program), ...logs.map((log) => log())].join("\n"));
  const places = {};
  for (let i = 0; i < (gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0); i++) {
    const { name } = gl.getActiveUniform(program, i);
    places[name.replace("[0]", "")] = gl.getUniformLocation(program, name);
  }
  return { program, places };
}

// Takes a program into use and sets its uniforms by name: a matrix by 16 numbers, vectors by 2 to 4, a number, or an array of vec3.
// Names that the program does not have are passed over.
export function use(gl, { program, places }, values) {
  gl.useProgram(program);
  for (const [name, value] of Object.entries(values)) {
    const place = places[name];
    if (!place) continue;
    if (typeof value === "number") gl.uniform1f(place, value);
    else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
    else if (value.length === 2) gl.uniform2fv(place, value);
    else if (value.length === 4) gl.uniform4fv(place, value);
    else gl.uniform3fv(place, value);
  }
}

export function createBuffer(gl, data = null, kind = gl.ARRAY_BUFFER) {
  const buffer = gl.createBuffer();
  if (!data) return buffer;
  gl.bindBuffer(kind, buffer);
  gl.bufferData(kind, data, gl.STATIC_DRAW);
  return buffer;
}

export function fill(gl, buffer, data) {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
}

// A vertex array from [buffer, bytes per item, items for each instance or 0 for each vertex, attributes]. An attribute is
// [location, count, offset in bytes] for floats, and has the type of whole numbers as its fourth part.
export function createVertexArray(gl, layouts, indices = null) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  if (indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
  for (const [buffer, stride, divisor, attributes] of layouts) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (const [location, count, offset, whole] of attributes) {
      gl.enableVertexAttribArray(location);
      if (whole) gl.vertexAttribIPointer(location, count, whole, stride, offset);
      else gl.vertexAttribPointer(location, count, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(location, divisor);
    }
  }
  gl.bindVertexArray(null);
  return array;
}
