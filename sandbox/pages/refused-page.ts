import { html } from './html.ts'
import { brand, htmlDocument } from './layout.ts'

/** Renders why the sandbox refused a form of its pages. */
export function refusedPage(message: string, back: string): string {
  return htmlDocument(
    '未执行',
    html`<main class="sheet">
      <div class="top">${brand}</div>
      <section class="card">
        <div>
          <h1>未执行</h1>
          <p class="soft">沙箱没有照办，什么也没有改变。</p>
        </div>
        <p><code>${message}</code></p>
        <a class="button" data-kind="primary" href="${back}">返回</a>
      </section>
    </main>`,
  )
}
