import { createHash } from 'node:crypto'
import { Html } from './html.ts'

/** The shop's colours and measures (its tokens), as far as these pages need them. */
const style = `
:root {
  color-scheme: light dark;
  --canvas: #f6f8fd; --surface: #fff;
  --sunk: #eef2fa;
  --ink: #0c1433; --soft: #46516f;
  --faint: #5d6886;
  --line: #e0e6f2; --line-strong: #c8d2e6;
  --accent: #4353ff; --accent-press: #2f3ddb;
  --accent-text: #3443e6; --accent-soft: #eceeff;
  --money: #f2a81d; --money-text: #865300;
  --point: #4b5aff;
  --good: #0a7449; --good-soft: #e2f5eb;
  --wait: #9a4a05; --wait-soft: #fff0e1;
  --bad: #c02338; --bad-soft: #ffebed;
  --quiet-soft: #edf0f6;
  --shadow: 0 1px 2px rgb(18 30 80 / .05), 0 12px 32px -8px rgb(18 30 80 / .12);
  --font: system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif;
  --code: ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
:root {
  --canvas: #080d1e; --surface: #0f1630;
  --sunk: #0b1126;
  --ink: #eef2ff; --soft: #b6c0dc;
  --faint: #8e9abd;
  --line: #1f2949; --line-strong: #34406b;
  --accent: #5263ff; --accent-press: #4050ee;
  --accent-text: #a3afff; --accent-soft: #1a2352;
  --money: #f7bd48; --money-text: #ffcf6b;
  --point: #8c99ff;
  --good: #5fd6a0; --good-soft: #0e2b28;
  --wait: #ffb273; --wait-soft: #30200f;
  --bad: #ff93a0; --bad-soft: #331624;
  --quiet-soft: #1b2340;
  --shadow: 0 1px 2px rgb(0 0 0 / .3), 0 12px 32px -8px rgb(0 0 0 / .55);
}
}
*, ::before, ::after { box-sizing: border-box; }
* { margin: 0; }
html { font-size: clamp(100%, calc(50% + .41667vw), 125%); -webkit-text-size-adjust: 100%; }
body { min-height: 100vh; min-height: 100dvh; background: var(--canvas); color: var(--ink); font: 1rem/1.75 var(--font); line-break: strict; text-autospace: normal; overflow-wrap: anywhere; -webkit-font-smoothing: antialiased; }
h1, h2 { font-weight: 700; line-height: 1.25; text-wrap: balance; word-break: keep-all; }
h1 { font-size: clamp(1.75rem, 1.3rem + 1.9vw, 2.5rem); }
h1 + .soft { margin-top: .375rem; }
h2 { font-size: clamp(1.25rem, 1.15rem + .5vw, 1.5rem); }
p { text-wrap: pretty; }
button { font: inherit; color: inherit; border: 0; background: none; padding: 0; cursor: pointer; }
a { color: var(--accent-text); text-underline-offset: .25em; }
code, .code { font-family: var(--code); font-size: .9em; }
:focus-visible { outline: 0; border-radius: .375rem; box-shadow: 0 0 0 2px var(--canvas), 0 0 0 4px var(--accent); }
.wrap { width: min(100% - 2 * clamp(1rem, .25rem + 3.2vw, 2.5rem), 80rem); margin-inline: auto; }
.soft { color: var(--soft); }
.faint { color: var(--faint); font-size: .875rem; }
.number, .money, time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.logo { display: inline-flex; align-items: center; gap: .625rem; font-size: 1.125rem; font-weight: 700; }
.logo svg { width: 2rem; height: 2rem; }
.arc circle { fill: var(--point); } .arc .star { fill: var(--money); }
.arc .shore { fill: none; stroke: currentColor; stroke-width: 2.25; stroke-linecap: round; }
.tag { display: inline-flex; align-items: center; gap: .375rem; padding: .125rem .625rem; border-radius: 999px; background: var(--quiet-soft); color: var(--soft); font-size: .8125rem; font-weight: 600; line-height: 1.6; white-space: nowrap; }
.tag::before { content: ""; width: .375rem; height: .375rem; border-radius: 50%; background: currentColor; }
.tag[data-tone=good] { background: var(--good-soft); color: var(--good); }
.tag[data-tone=wait] { background: var(--wait-soft); color: var(--wait); }
.tag[data-tone=bad] { background: var(--bad-soft); color: var(--bad); }
.tag[data-tone=busy] { background: var(--accent-soft); color: var(--accent-text); }
.tag[data-tone=quiet]::before { background: none; box-shadow: inset 0 0 0 1.5px; }
.card { padding: clamp(1.25rem, 1rem + 1vw, 2rem); border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); }
.button { display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 3.25rem; padding: .5rem 1.5rem; border: 1px solid transparent; border-radius: .75rem; font-size: 1.0625rem; font-weight: 600; line-height: 1.4; text-decoration: none; }
.button:active { translate: 0 1px; }
.button[data-kind=primary] { background: var(--accent); color: #fff; box-shadow: inset 0 1px rgb(255 255 255 / .22); }
.button[data-kind=primary]:hover { background: var(--accent-press); }
.button[data-kind=secondary] { border-color: var(--line-strong); }
.button[data-kind=secondary]:hover { border-color: var(--accent); color: var(--accent-text); }
.button[data-kind=quiet] { min-height: 2.75rem; color: var(--soft); font-size: .9375rem; font-weight: 400; }
.button[data-kind=quiet]:hover { color: var(--ink); }
.chip { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .25rem 1rem; border: 1px solid var(--line-strong); border-radius: .75rem; font-size: .875rem; white-space: nowrap; }
.chip[aria-pressed=true] { border-color: var(--accent); background: var(--accent-soft); color: var(--accent-text); font-weight: 600; }
.chip:hover { border-color: var(--accent); color: var(--accent-text); }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; }
.field { display: grid; gap: .375rem; min-width: 0; font-size: .875rem; color: var(--soft); }
.field input, .field select { width: 100%; min-height: 2.75rem; padding: .25rem .75rem; border: 1px solid var(--line-strong); border-radius: .75rem; background: var(--canvas); color: var(--ink); font: inherit; font-size: 1rem; font-variant-numeric: tabular-nums; }
.field input:focus-visible, .field select:focus-visible { border-radius: .75rem; }
.tools { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; align-items: start; }
.tool { display: grid; gap: 1rem; }
.tool h2 { font-size: 1.125rem; }
.notice { padding: .75rem 1rem; border-radius: .75rem; background: var(--wait-soft); }
.notice a { color: var(--wait); font-weight: 600; }
.button:focus-visible { border-radius: .75rem; box-shadow: 0 0 0 2px var(--canvas), 0 0 0 4px var(--accent); }

.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem; padding-block: 1.25rem; }
.page { display: grid; grid-template-columns: minmax(0, 1fr); gap: clamp(2rem, 1.5rem + 1.5vw, 3rem); padding-block: .5rem 4rem; }
.intro { display: grid; gap: .75rem; max-width: 44rem; }
.section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.section-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; }
.facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.facts > :last-child { grid-column: span 2; }
@media (min-width: 56rem) { .facts { grid-template-columns: repeat(6, minmax(0, 1fr)); } }
.facts > div { padding: 1.125rem 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); }
.facts dt { color: var(--faint); font-size: .875rem; }
.facts dd { font-size: 1.5rem; font-weight: 700; line-height: 1.4; }
.facts dd.small { font-size: .9375rem; font-weight: 400; line-height: 1.6; }
.facts dd.money { color: var(--money-text); }
.empty { padding: 2.5rem 1rem; border: 1px dashed var(--line-strong); border-radius: 1rem; color: var(--soft); text-align: center; }

.table-box { container-type: inline-size; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.5; }
th { padding: .625rem 1rem; color: var(--faint); font-size: .8125rem; font-weight: 400; text-align: left; white-space: nowrap; }
td { padding: .75rem 1rem; border-top: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
td .faint { display: block; font-size: .8125rem; }
.right { text-align: right; }
@container (width < 46rem) {
  table, tbody { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); }
  td, td:first-child, td:last-child { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; grid-column: 1 / -1; padding: 0; border: 0; text-align: right; }
  td[data-label]::before { content: attr(data-label); flex: none; color: var(--faint); }
  td[data-place=lead] { grid-column: 1; grid-row: 1; justify-content: flex-start; text-align: left; font-size: 1rem; font-weight: 600; }
  td[data-place=lead] code { font-size: .875rem; }
  td[data-place=state] { grid-column: 2; grid-row: 1; }
  td[data-place=action] { justify-content: flex-start; padding-top: .5rem; }
  td[data-label='']::before { content: none; }
}

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 0 2rem; padding: 0; list-style: none; }
.cards li { display: flex; align-items: center; justify-content: space-between; gap: .25rem .75rem; border-top: 1px solid var(--line); }
.cards span { color: var(--soft); font-size: .875rem; text-align: right; line-height: 1.5; }
.copy { display: inline-flex; align-items: center; flex: none; min-height: 2.75rem; font-family: var(--code); font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; user-select: all; }
.copy:hover { color: var(--accent-text); }
.copy[data-done] { color: var(--good); }
.groups { display: grid; border-bottom: 1px solid var(--line); }
details { border-top: 1px solid var(--line); }
summary { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 2.75rem; font-size: .9375rem; font-weight: 600; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { color: var(--accent-text); }
details .cards { padding-bottom: 1rem; }
.with-tag { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }

.sheet { display: grid; grid-template-columns: minmax(0, 27rem); justify-content: center; align-content: center; gap: 1.5rem; min-height: 100vh; min-height: 100dvh; padding: 2rem 1rem; }
.sheet .card { display: grid; gap: 1.25rem; box-shadow: var(--shadow); }
.sheet h1 { font-size: 1.5rem; }
.sheet form { display: grid; gap: .75rem; }
.sheet .total { font-size: clamp(2rem, 1.6rem + 1.6vw, 2.5rem); font-weight: 700; line-height: 1.2; color: var(--money-text); }
.sheet .code { justify-self: center; width: 15rem; height: 15rem; border-radius: .75rem; image-rendering: pixelated; }
.rows { display: grid; gap: .5rem; padding-block: 1rem; border-block: 1px solid var(--line); font-size: .9375rem; line-height: 1.6; }
.page > .rows { max-width: 44rem; }
.rows > div { display: flex; justify-content: space-between; gap: 1.5rem; }
.rows dt { flex: none; color: var(--soft); }
.rows dd { text-align: right; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important; } }
`

/** Copies the number of the pressed button; without it the number can still be selected by a click. */
const copyScript = `
addEventListener('click', async (event) => {
  const button = event.target.closest('.copy')
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.number)
  button.dataset.done = ''
  document.querySelector('#said').textContent = '已复制 ' + button.dataset.number
  setTimeout(() => delete button.dataset.done, 1500)
})
`

/** Made as strings, because a formatter may add spaces inside a template and so break the hash. */
export const styleElement = new Html(`<style>${style}</style>`)
export const copyScriptElement = new Html(`<script>${copyScript}</script>`)

/** The only style and script that the pages' policy lets run. */
export const styleHash = hash(style)
export const copyScriptHash = hash(copyScript)

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
