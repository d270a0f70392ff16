/**
 * The two themes of every page, as custom properties: one table of surfaces and texts beside the palette of the
 * charts.
 */
import { tokens } from './palette.ts';

/** Token, light value, dark value. */
const surfaces = [
  ['page', '#f6f7f9', '#111519'],
  ['card', '#ffffff', '#191f25'],
  ['text', '#1b2129', '#e4e8ec'],
  ['quiet', '#59636f', '#9aa5b1'],
  ['line', '#dde2e8', '#2d363f'],
  ['grid', '#e8ebef', '#262e36'],
  ['field', '#8a95a1', '#6b7783'],
  ['shade', '#c2401f', '#f47f5f'],
  ['good', '#0f7a55', '#56c99b'],
  ['bad', '#b3361a', '#f58a6d'],
  ['warn', '#8a5a00', '#e3b04b'],
  ['good-back', '#e5f4ee', '#14302a'],
  ['bad-back', '#fcebe6', '#3a211c'],
  ['link', '#1f5f9e', '#7fb8f0'],
  ['strong', '#1f5f9e', '#7fb8f0'],
  ['on-strong', '#ffffff', '#10161c'],
] as const;

const values = (index: 1 | 2): string =>
  [...surfaces, ...tokens].map((token) => `--${token[0]}: ${token[index]};`).join(' ');

const [light, dark] = [`color-scheme: light; ${values(1)}`, `color-scheme: dark; ${values(2)}`];

/** Light by default and in print; dark if the system or the theme button selects it. */
export const themeRules = `:root { ${light} }
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
@media screen { :root[data-theme="dark"] { ${dark} } }
`;
