/** The site: VitePress over `site/pages`, which `site/pages.ts` and TypeDoc make. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { searchOptions, tokenize } from './search.js';

/** @param {string} name a file of `site/pages` */
const pageFile = (name) => readFileSync(new URL(`../pages/${name}`, import.meta.url), 'utf8');

/** Anchors as code hosts make them, for which the links of docs/ are written. @param {string} heading */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'Orrery',
  description:
    'A deterministic simulator and load-testing harness for a platform that autonomous agents use.',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  base: process.env['SITE_BASE'] ?? '/',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/docs/tutorial' },
      { text: 'Commands', link: '/docs/commands' },
      { text: 'API', link: '/api/' },
      { text: 'Scenarios', link: '/gallery/' },
    ],
    sidebar: JSON.parse(pageFile('sidebar.json')),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { miniSearch: { options: { tokenize }, searchOptions } },
    },
  },
});
