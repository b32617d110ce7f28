import type { Viewer } from '../wire/calls.ts'
import { LIMIT_RULE, PICTURE_TOOL, writePriceRule } from '../wire/picture.ts'
import { type Html, html } from './html.ts'
import { type PageFrame, writeIcon, writePage } from './layout.ts'
import { type PictureView, writePictureViews } from './picture-views.ts'

interface PicturePage extends PageFrame {
  viewer: Viewer | null
  /** What stands below the pictures at first. */
  view: PictureView
  /** Packages that are not installed. */
  missing: readonly string[]
}

export function writePicturePage({ viewer, view, missing, ...frame }: PicturePage): string {
  const { name, path, intro } = PICTURE_TOOL
  const body = html`<main class="wrap tool-wrap" id="content" tabindex="-1">
    <header class="tool-head">
      <h1>${name}</h1>
      <p>${intro}${writePriceRule(frame.config.shop.creditUnit)}，失败不扣费。</p>
    </header>
    ${missing.length > 0 ? writeMissing(missing) : writeForm({ viewer, view, ...frame })}
    <p class="unseen" role="status" id="announcement"></p>
    <noscript
      ><p class="notice" data-kind="wait">
        图片转文字需要浏览器开启 JavaScript。也可以通过程序调用：POST /v1/ocr。
      </p></noscript
    >
  </main>`
  return writePage({ ...frame, title: name, path, viewer, body, isTool: true })
}

function writeMissing(missing: readonly string[]): Html {
  return html`<p class="notice" data-kind="wait">
    本站没有安装识别图片的组件（${missing.join('、')}），暂时不能识别图片。
  </p>`
}

function writeForm({ viewer, view, ...frame }: Omit<PicturePage, 'missing'>): Html {
  const { assets, config } = frame
  return html`<form
    class="pictures"
    id="pictures"
    aria-label="${PICTURE_TOOL.name}"
    method="dialog"
    novalidate
    data-unit="${config.shop.creditUnit}"
    data-icons="${assets.icons}"
    data-view="${view}"
    ${viewer === null ? null : html` data-user="${viewer.user}"`}
    ${viewer?.credit ? html`data-available="${viewer.credit.available}"` : null}
  >
    <div class="picture-side" role="group" aria-label="图片">
      ${viewer === null ? null : writeDrop(frame)}
      <ul class="picture-list" id="picture-list" aria-label="选好的图片"></ul>
      <div class="picture-foot">
        <p class="picture-error" id="picture-error" hidden></p>
        ${writePictureViews({ viewer, view, ...frame })}
      </div>
    </div>
    ${writeResult(frame)}
  </form>`
}

function writeDrop({ assets }: PageFrame): Html {
  const types = 'image/jpeg,image/png,image/webp,image/gif'
  return html`<div class="picture-drop">
    ${writeIcon(assets, 'image')}
    <p>
      <strong class="by-mouse">拖入图片，或按 Ctrl + V 粘贴</strong
      ><strong class="by-hand">拍照，或从相册选择</strong><small>${LIMIT_RULE}</small>
    </p>
    <div class="row-actions">
      <label class="button" data-kind="secondary" data-size="small"
        >${writeIcon(assets, 'plus')}选择图片<input
          class="unseen"
          type="file"
          accept="${types}"
          multiple
      /></label>
      <label class="button by-hand" data-kind="secondary" data-size="small"
        >${writeIcon(assets, 'camera')}拍照<input
          class="unseen"
          type="file"
          accept="image/*"
          capture="environment"
      /></label>
    </div>
  </div>`
}

/** The picture that is chosen: its preview, then what was read. */
function writeResult({ assets }: PageFrame): Html {
  const radio = (name: string, value: string, label: string, isChecked = false) =>
    html`<label
      ><input
        type="radio"
        name="${name}"
        value="${value}"
        ${isChecked ? html` checked` : null}
      /><span>${label}</span></label
    >`
  const button = (does: string, icon: string, label: Html, kind = 'secondary') =>
    html`<button class="button" type="button" data-kind="${kind}" data-does="${does}">
      ${writeIcon(assets, icon)}${label}
    </button>`
  return html`<div class="picture-side" role="group" aria-labelledby="result-title">
    <div class="picture-top">
      <h2 id="result-title" tabindex="-1">结果</h2>
      <span class="picture-choices" data-part="choices" hidden>
        <span class="select-box"
          ><select class="input" name="script" aria-label="繁简" autocomplete="off">
            <option value="source">原文</option>
            <option value="cn">简体</option>
            <option value="tw">台湾正体</option>
            <option value="hk">香港繁体</option>
          </select></span
        >
        <span class="picture-forms" role="radiogroup" aria-label="形式" data-part="forms"
          >${radio('form', 'table', '表格', true)}${radio('form', 'text', '文字')}</span
        >
      </span>
      <span class="row-actions" data-part="turn" hidden
        >${button('turn', 'turn', html`向右转`)}</span
      >
    </div>
    <div class="picture-body">
      <p class="picture-none faint" data-part="none">
        识别结果显示在这里。文字横向时最准确，如方向不对请先旋转。
      </p>
      <canvas class="picture-preview" data-part="preview" hidden></canvas>
      <div
        class="picture-out"
        id="output"
        data-part="output"
        tabindex="0"
        role="group"
        aria-label="识别结果"
        hidden
      ></div>
    </div>
    <div class="picture-actions" data-part="foot" hidden>
      <p class="picture-done"><span data-value="picture-cost"></span></p>
      <span class="row-actions"
        ><a class="button" data-kind="ghost" data-does="use" href="/" target="_blank" rel="opener"
          >${writeIcon(assets, 'chat')}<span data-value="use">在对话中使用</span></a
        >${button('save', 'save', html`<span data-value="save">下载</span>`, 'ghost')}${button('copy', 'copy', html`<span data-value="copy">复制</span>`)}</span
      >
    </div>
  </div>`
}
