// Around a page in a frame: keeps what it says at its end.
window.addEventListener("message", (event) => {
  const place = document.createElement("pre");
  place.id = "result";
  place.textContent = event.data;
  document.body.append(place);
});
