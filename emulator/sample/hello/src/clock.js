// Counts how long the page has been open.
const opened = Date.now();
const age = document.getElementById('age');

setInterval(() => {
  if (age !== null) age.textContent = String(Math.round((Date.now() - opened) / 1000));
}, 1000);
