// A page that only has to open.
window.finish({ title: document.title, canvas: document.querySelectorAll("canvas").length });
