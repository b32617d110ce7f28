import { PAGE_TOKENS } from '../../../http/pages/page-tokens.ts'

/** The style of the pages of sign-on: the form side of the login page, in the shop's colours of both schemes. */
export const STYLE = `${PAGE_TOKENS}
*, ::before, ::after { box-sizing: border-box; margin: 0 }
html { font-size: clamp(100%, calc(50% + .41667vw), 200%); -webkit-text-size-adjust: 100% }
body {
  min-height: 100vh; min-height: 100dvh; display: grid; align-content: center; justify-items: center; padding: 2rem clamp(1rem, .25rem + 3.2vw, 2.5rem);
  background: linear-gradient(var(--glow), var(--canvas) 26rem) var(--canvas); color: var(--ink);
  font: 1rem/1.75 system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif;
  line-break: strict; text-autospace: normal; text-wrap: pretty; overflow-wrap: anywhere; -webkit-font-smoothing: antialiased;
}
main {
  display: grid; gap: 1.5rem; width: min(100%, 30rem); padding: clamp(1.5rem, 1rem + 2vw, 2.5rem);
  border: 1px solid var(--line); border-radius: 1rem; background: var(--surface);
  box-shadow: var(--shadow);
}
.logo { display: inline-flex; align-items: center; gap: .625rem; justify-self: start; min-height: 2.75rem; color: inherit; font-weight: 700; text-decoration: none }
.logo img { display: block; width: 2rem; height: 2rem }
h1 { font-size: 1.625rem; line-height: 1.3; text-wrap: balance }
h1 + p { margin-top: .5rem }
h2 { margin-bottom: .5rem; font-size: 1rem; line-height: 1.5 }
p { color: var(--ink-soft) }
p strong { color: var(--ink); font-weight: 600 }
ul { display: grid; gap: .75rem; padding: 0; list-style: none }
li { display: grid; grid-template-columns: 1.5rem 1fr; column-gap: .625rem }
li svg { width: 1.25rem; height: 1.25rem; margin-top: .25rem; fill: none; stroke: var(--accent-text); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
li span { grid-column: 2; color: var(--ink-soft); font-size: .9375rem; line-height: 1.6 }
.account { padding: .75rem 1rem; border-radius: .75rem; background: var(--accent-soft); font-size: .9375rem }
.account p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem }
form, .actions { display: flex; flex-wrap: wrap; gap: .75rem }
form:not(:has(button)) { display: none }
button, .button {
  flex: 1 1 10rem; display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--line-strong); border-radius: .625rem;
  background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; line-height: 1.4; text-align: center; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { border-color: var(--accent); color: var(--accent-text) }
.primary { border-color: transparent; background: var(--accent); color: #ffffff }
.primary:hover { border-color: transparent; background: var(--accent-press); color: #ffffff }
a { color: var(--accent-text); text-underline-offset: .25em; text-decoration-thickness: 1px }
small { color: var(--ink-faint); font-size: .875rem; line-height: 1.6 }
code { font: .8125rem/1.6 ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "Noto Sans CJK SC", monospace }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; border-radius: .375rem }
button:focus-visible, .button:focus-visible { border-radius: .625rem }
@media (max-width: 29.99rem) {
  body { align-content: start; padding: 0; background: linear-gradient(var(--glow), var(--canvas) 22rem) var(--canvas) }
  main { padding: 1.25rem 1rem 2rem; border: 0; background: none; box-shadow: none }
}
@media (forced-colors: active) { button, .button { border: 1px solid } }
`
