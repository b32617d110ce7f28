import type { Attachment, Turn } from './conversation.ts'
import { drawMarkdown } from './markdown.ts'
import { formatNumber } from './screen.ts'

/** Draws a turn into its element. `line` says what it costs, or what became of it. */
export function drawTurn(turn: Turn, line: string): void {
  const { element, text, attachment, answer, state } = turn
  if (element === undefined) return
  const question = document.createElement('div')
  question.className = 'chat-mine'
  if (attachment) {
    const file = document.createElement('p')
    file.className = 'chat-attached'
    file.textContent = describeAttachment(attachment)
    question.append(file)
  }
  if (text !== '') question.append(text)
  const said = document.createElement('div')
  said.className = 'chat-answer'
  said.append(...drawMarkdown(answer))
  element.replaceChildren(question, said, drawFoot(turn, line))
  element.dataset['state'] = state
}

export function describeAttachment({ name, characters }: Attachment): string {
  return `${name} 的文字，${formatNumber(characters)} 字`
}

function drawFoot({ model, state, answer }: Turn, line: string): HTMLElement {
  const foot = document.createElement('footer')
  foot.className = 'chat-turn-foot faint'
  const what = document.createElement('span')
  what.textContent = `${model} · ${line}`
  foot.append(what)
  if (state === 'running') return foot
  if (answer !== '') foot.append(actionButton('copy', '复制'))
  foot.append(actionButton('again', state === 'failed' ? '再试一次' : '重新回答'))
  return foot
}

function actionButton(does: string, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  Object.assign(button.dataset, { does, kind: 'ghost', size: 'small' })
  button.textContent = label
  return button
}
