import { CHAT_TOOL, CHAT_USES, type OfferedModel } from '../wire/chat.ts'
import type { Viewer } from '../wire/calls.ts'
import { costOf } from '../wire/tokens.ts'
import { type Html, html } from './html.ts'
import { type PageFrame, writeIcon, writePage } from './layout.ts'

interface ChatPage extends PageFrame {
  viewer: Viewer | null
  view: 'ready' | 'signed-out' | 'unreachable'
  models: readonly OfferedModel[]
  /** A stand-in answers. */
  isStandIn: boolean
}

export function writeChatPage({ viewer, view, models, isStandIn, ...frame }: ChatPage): string {
  const { config } = frame
  const unit = config.shop.creditUnit
  const body = html`<main
    class="wrap tool-wrap chat"
    id="content"
    tabindex="-1"
    data-unit="${unit}"
    data-models="${JSON.stringify(models)}"
    ${viewer === null ? null : html` data-user="${viewer.user}"`}
    ${viewer?.credit ? html`data-available="${viewer.credit.available}"` : null}
  >
    <header class="tool-head">
      <h1>${CHAT_TOOL.name}</h1>
      <p>按 token 计费，发送前显示费用上限，完成后按实际用量扣除，失败不扣费。</p>
      ${isStandIn ? html`<p class="notice" data-kind="wait">当前未接入真实模型，由替身回答，照常计费。</p>` : null}
    </header>
    <div
      class="chat-thread"
      id="thread"
      tabindex="0"
      role="log"
      aria-live="off"
      aria-label="对话内容"
    ></div>
    ${models[0] === undefined ? null : writeUses(models[0], unit)}
    ${viewer === null ? writeEntry(view, config.shop.name) : writeComposer(frame, { models, isStandIn })}
    <p class="unseen" role="status" id="announcement"></p>
    <noscript
      ><p class="notice" data-kind="wait">
        对话需要浏览器开启 JavaScript。也可以通过程序调用：POST /v1/chat/completions。
      </p></noscript
    >
  </main>`
  const { path, name } = CHAT_TOOL
  return writePage({ ...frame, title: name, path, viewer, body, isTool: true })
}

/** What an empty page offers, with what it costs by the table of prices. */
function writeUses(model: OfferedModel, unit: string): Html {
  return html`<section class="chat-uses" id="uses" aria-labelledby="uses-title">
    <h2 id="uses-title">典型用途与参考费用</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">用途</th>
          <th scope="col">例子</th>
          <th scope="col" class="number">费用</th>
        </tr>
      </thead>
      <tbody>
        ${CHAT_USES.map(
          ({ id, label, example }) =>
            html`<tr>
              <th scope="row">
                <button type="button" class="chat-use" data-does="use" data-use="${id}">
                  ${label}
                </button>
              </th>
              <td>${example.text}</td>
              <td class="number">
                ${costOf(model, { input: example.input, cached: 0, output: example.output })}
                ${unit}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="faint">费用按“${model.id}”的单价估算，不足 1 ${unit}按 1 ${unit}计。</p>
  </section>`
}

function writeEntry(view: ChatPage['view'], shop: string): Html {
  return view === 'signed-out'
    ? html`<p class="notice" data-kind="wait">
        用${shop}账户登录后即可对话。<a
          class="button"
          data-size="small"
          data-kind="primary"
          href="/sign-on?to=${CHAT_TOOL.path}"
          >登录</a
        >
      </p>`
    : html`<p class="notice" data-kind="bad">
        ${shop}暂不可用，请稍后<a href="${CHAT_TOOL.path}">刷新</a>重试。
      </p>`
}

function writeComposer(
  { assets, config }: PageFrame,
  { models, isStandIn }: Pick<ChatPage, 'models' | 'isStandIn'>,
): Html {
  const { creditUnit, url } = config.shop
  return html`<form class="chat-form" id="chat" method="dialog" aria-label="提问">
    <div class="notice" data-kind="wait" role="alert" data-part="short" hidden>
      <p>
        <strong>${creditUnit}不足：</strong
        ><span data-part="short-text"></span>。充值后返回本页，已输入的文字仍保留。
      </p>
      <a
        class="button"
        data-kind="primary"
        data-size="small"
        href="${url}/account/recharge?tool=${CHAT_TOOL.path}"
        >充值</a
      >
    </div>
    <fieldset class="chat-kinds">
      <legend class="unseen">用途</legend>
      ${CHAT_USES.map(
        ({ id, label }, at) =>
          html`<label
            ><input
              type="radio"
              name="use"
              value="${id}"
              ${at === 0 ? html` checked` : null}
            /><span>${label}</span></label
          >`,
      )}
    </fieldset>
    <div class="chat-box">
      <p class="chat-attachment" hidden>
        ${writeIcon(assets, 'image')}<span data-value="attachment"></span
        ><button class="icon-button" type="button" data-does="detach" aria-label="移除图片的文字">
          ${writeIcon(assets, 'bin')}
        </button>
      </p>
      <textarea
        name="text"
        rows="3"
        aria-label="输入内容"
        placeholder="${CHAT_USES[0].hint}"
        maxlength="50000"
        autocomplete="off"
      ></textarea>
      <div class="chat-foot">
        <span class="select-box"
          ><select class="input" name="model" aria-label="模型" autocomplete="off">
            ${models.map(({ id, input, output }) => html`<option value="${id}">${id} 输入 ${perThousand(input)}，输出 ${perThousand(output)}／千 token</option>`)}
          </select></span
        >
        <span class="faint" data-part="most"></span>
        <button class="button" data-kind="ghost" type="button" data-does="clear">新对话</button>
        <button class="button" data-kind="secondary" type="button" data-does="stop" hidden>
          停止
        </button>
        <button class="button" data-kind="primary" type="submit" id="send">发送</button>
      </div>
    </div>
    <p class="faint chat-note">
      回答可能有误，重要内容请核对。${isStandIn ? null : '输入的内容会发送给模型服务。'}对话仅保留在当前标签页，关闭后清除。<span
        class="by-mouse"
        >Enter 发送，Shift + Enter 换行。</span
      >
    </p>
  </form>`
}

function perThousand(perMillion: number): string {
  return String(Number((perMillion / 1_000).toFixed(3)))
}
