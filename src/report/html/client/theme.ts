/** In the page: the button between light and dark. Paper is always light, and narrower than most screens. */
export const themeScript = String.raw`
const root = document.documentElement;
const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const button = document.getElementById('theme');
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : darkSystem.matches);
const nameButton = () => { button.textContent = isDark() ? 'Light theme' : 'Dark theme'; };
button.hidden = false;
nameButton();
button.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; nameButton(); drawAll(); });
darkSystem.addEventListener('change', () => { nameButton(); drawAll(); });

/* The style sheet for print holds while this query matches, so the drawings take its colours and its width. */
window.matchMedia('print').addEventListener('change', drawAll);
window.addEventListener('beforeprint', () => document.querySelectorAll('#policies details, #checks details').forEach((details) => { details.open = true; }));
`;
