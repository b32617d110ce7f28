import type { Viewer } from '../wire/job.ts'
import { MOST_CHARACTERS } from '../wire/price.ts'
import type { Tool } from '../wire/tools.ts'
import { type Html, html } from './html.ts'
import { type PageFrame, writeIcon, writePage } from './layout.ts'
import { type BenchView, writeViews } from './bench-views.ts'

interface ToolPage extends PageFrame {
  tool: Tool
  viewer: Viewer | null
  /** What stands beside the text at first. */
  view: BenchView
}

export function writeToolPage({ tool, viewer, view, ...frame }: ToolPage): string {
  const { creditUnit } = frame.config.shop
  const body = html`<main class="wrap tool-wrap" id="content" tabindex="-1">
    <header class="tool-head">
      <h1>${tool.name}</h1>
      <p>${tool.intro}每百字 ${tool.pricePerHundred} ${creditUnit}。</p>
    </header>
    <form
      class="bench"
      id="bench"
      aria-label="${tool.name}"
      novalidate
      data-tool="${tool.id}"
      data-price="${tool.pricePerHundred}"
      data-verb="${tool.verb}"
      data-unit="${creditUnit}"
      data-view="${view}"
      ${viewer === null ? null : html` data-user`}
      ${viewer?.credit ? html`data-available="${viewer.credit.available}"` : null}
    >
      ${writeSource(tool, frame)} ${writeViews({ tool, viewer, view, ...frame })}
    </form>
    <p class="unseen" role="status" id="announcement"></p>
    <noscript
      ><p class="notice" data-kind="wait">
        这里的工具需要浏览器开启 JavaScript。也可以从自己的程序里调用，见教程的“在代码里使用”。
      </p></noscript
    >
  </main>`
  return writePage({ ...frame, title: tool.name, path: tool.path, viewer, body, isTool: true })
}

function writeSource(tool: Tool, { assets, config }: PageFrame): Html {
  const { creditUnit } = config.shop
  return html`<div class="bench-side">
    <div class="bench-top">
      <label for="text">原文</label>
      <span class="select-box"
        ><select class="input" name="choice" aria-label="${tool.choiceName}" autocomplete="off">
          ${tool.choices.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
        </select></span
      >
    </div>
    <textarea
      class="bench-text"
      id="text"
      name="text"
      rows="12"
      spellcheck="false"
      autocomplete="off"
      placeholder="${tool.hint}"
      aria-describedby="sum text-error"
    ></textarea>
    <div class="bench-foot">
      <p class="bench-sum" id="sum">
        <span
          ><span class="number" data-value="characters">0</span> 字，<b
            ><span class="number" data-value="cost">0</span> ${creditUnit}</b
          ></span
        ><small data-value="rule"
          >空格和换行不计，一次最多 ${MOST_CHARACTERS.toLocaleString('en')} 字</small
        >
      </p>
      <span class="row-actions">
        <button class="button" data-kind="ghost" type="reset">清空</button>
        <button class="button" type="submit" data-kind="primary" id="start">
          ${writeIcon(assets, tool.icon)}<span>${tool.verb}<span data-value="price"></span></span>
        </button>
      </span>
      <p class="bench-error" id="text-error" hidden></p>
    </div>
  </div>`
}
