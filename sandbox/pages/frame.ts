import { noFaults } from '../faults/plan.ts'
import type { State } from '../storage/state.ts'
import { html, type Html } from './html.ts'
import { brand, htmlDocument } from './layout.ts'

const pages = [
  { path: '/', name: '总览' },
  { path: '/faults', name: '故障与时钟' },
]

/** The frame of the pages that show and steer the sandbox. */
export function controlPage(
  state: State,
  { title, path, hasCopy = false }: { title: string; path: string; hasCopy?: boolean },
  body: Html,
): string {
  return htmlDocument(
    title,
    html`<div class="wrap">
      <header class="top">
        <div class="with-tag">${brand}</div>
        <nav class="nav" aria-label="沙箱">
          ${pages.map(
            (page) =>
              html`<a href="${page.path}" ${page.path === path ? html`aria-current="page"` : null}>
                ${page.name}
              </a>`,
          )}
        </nav>
      </header>
      <main class="page">${notice(state, path)} ${body}</main>
    </div>`,
    { hasCopy },
  )
}

/** Reminds the reader of faults that are switched on. */
function notice(state: State, path: string): Html | null {
  const { calls, webhooks } = state.get('faults', 'plan') ?? noFaults
  const count = calls.length + webhooks.length
  const offset = state.get('clock', 'offset')?.offsetMs ?? 0
  const what = [
    count === 0 ? '' : `已打开 ${count} 项故障`,
    offset === 0 ? '' : '沙箱时间与本机不同',
  ].filter(Boolean)
  if (what.length === 0 || path === '/faults') return null
  return html`<p class="notice"><a href="/faults">${what.join('，')}</a></p>`
}
