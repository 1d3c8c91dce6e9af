// What must be there before anything is painted: that there is JavaScript, and the chosen theme. The policy of the
// pages allows no inline script.
document.documentElement.classList.add('js');
try {
  const theme = localStorage.getItem('workings-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused: the page then follows the system.
}
