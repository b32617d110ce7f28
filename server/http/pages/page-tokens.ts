/** Light, then dark: the shop's tokens, as far as pages that the server writes by itself need them. */
const TOKENS = {
  canvas: ['#f6f8fd', '#080d1e'],
  glow: ['#e6edff', '#141d4c'],
  surface: ['#ffffff', '#0f1630'],
  ink: ['#0c1433', '#eef2ff'],
  'ink-soft': ['#46516f', '#b6c0dc'],
  'ink-faint': ['#5d6886', '#8e9abd'],
  line: ['#e0e6f2', '#1f2949'],
  'line-strong': ['#c8d2e6', '#34406b'],
  accent: ['#4353ff', '#5263ff'],
  'accent-press': ['#2f3ddb', '#4050ee'],
  'accent-text': ['#3443e6', '#a3afff'],
  'accent-soft': ['#eceeff', '#1a2352'],
  shadow: [
    '0 1px 2px rgb(18 30 80 / .05), 0 12px 32px -8px rgb(18 30 80 / .12)',
    '0 1px 2px rgb(0 0 0 / .3), 0 12px 32px -8px rgb(0 0 0 / .55)',
  ],
} as const

/** Without `light-dark()`, which browsers of the baseline lack. A page may choose its scheme by `data-scheme`. */
export const PAGE_TOKENS = `
:root { color-scheme: light dark; ${declare(0)} }
@media (prefers-color-scheme: dark) { :root:not([data-scheme]) { ${declare(1)} } }
:root[data-scheme=light] { color-scheme: light }
:root[data-scheme=dark] { color-scheme: dark; ${declare(1)} }
`

function declare(scheme: 0 | 1): string {
  return Object.entries(TOKENS)
    .map(([name, colors]) => `--${name}: ${colors[scheme]}`)
    .join('; ')
}
