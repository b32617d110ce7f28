import type { OfferedModel } from '../wire/chat.ts'
import type { Viewer } from '../wire/calls.ts'
import { costOf, estimateMessages, estimateTokens } from '../wire/tokens.ts'
import { copyText } from './copy-and-save.ts'
import {
  findUse,
  messagesOf,
  readConversation,
  storeConversation,
  type Turn,
} from './conversation.ts'
import { announce, fill, find, formatNumber } from './screen.ts'
import { streamChat } from './stream-chat.ts'
import { describeAttachment, drawTurn } from './turn-view.ts'

/** The conversation: what was said, what is typed, what it costs. */
export function startChat(): void {
  const page = find('#content', HTMLElement)
  const thread = find('#thread', HTMLElement)
  const uses = find('#uses', HTMLElement)
  const form = find('#chat', HTMLFormElement)
  const field = find('#chat textarea', HTMLTextAreaElement)
  const modelChoice = find('#chat select', HTMLSelectElement)
  const most = find('#chat [data-part="most"]', HTMLElement)
  const short = find('#chat [data-part="short"]', HTMLElement)
  const send = find('#send', HTMLButtonElement)
  const attached = find('#chat .chat-attachment', HTMLElement)
  const stopButton = find('#chat [data-does="stop"]', HTMLButtonElement)
  const unit = page.dataset['unit'] ?? ''
  const user = page.dataset['user'] ?? ''
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
  const models = JSON.parse(page.dataset['models'] ?? '[]') as OfferedModel[]
  const turns: Turn[] = []
  let available = page.dataset['available'] === undefined ? null : Number(page.dataset['available'])
  let stop: AbortController | null = null
  let isDue = false

  const model = () => models.find(({ id }) => id === modelChoice.value) ?? models[0]!
  const use = () => findUse(form.querySelector<HTMLInputElement>('[name="use"]:checked')?.value)

  const kept = readConversation(user)
  let attachment = kept.attachment
  // what was typed before this script came stays
  if (field.value === '') field.value = kept.draft
  check(kept.useId ?? '')
  if (models.some(({ id }) => id === kept.model)) modelChoice.value = kept.model ?? ''
  for (const turn of kept.turns) show(turn)
  showAttachment()
  // somebody has just come with it from the pictures
  if (attachment) field.focus()
  measure()

  form.addEventListener('input', () => {
    field.placeholder = use().hint
    measure()
    keep()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = field.value.trim()
    if ((text === '' && !attachment) || stop !== null) return field.focus()
    void ask({ text, attachment, useId: use().id, model: model().id })
  })
  field.addEventListener('keydown', (event) => {
    const isSending = event.key === 'Enter' && !event.shiftKey && !event.isComposing
    // on a phone a line break is what the key is for
    if (!isSending || !matchMedia('(hover: hover)').matches) return
    event.preventDefault()
    form.requestSubmit()
  })
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-does]') : null
    if (button) act(button)
  })
  // Firefox and Safari do not end a request before its page is gone
  addEventListener('pagehide', () => {
    const last = turns.at(-1)
    const hasCome = last?.state === 'running' && last.answer !== ''
    // nothing is stored any more when the user has just signed out
    if (hasCome && readConversation(user).turns.length > 0) keep()
  })
  // back from the shop: there may be more credit
  for (const sign of ['pageshow', 'visibilitychange', 'focus']) addEventListener(sign, refresh)

  function act(button: HTMLElement): void {
    const turn = turns.find(({ element }) => element?.contains(button))
    switch (button.dataset['does']) {
      case 'stop':
        return stop?.abort()
      case 'clear':
        return clear()
      case 'use':
        return choose(button.dataset['use'] ?? '')
      case 'copy':
        return void (turn && copyText(turn.answer, button))
      case 'copy-code':
        return void copyText(button.parentElement?.querySelector('pre')?.textContent ?? '', button)
      case 'detach':
        return attach(undefined)
      case 'again':
        if (turn && stop === null) askAgain(turn)
    }
  }

  /** The same question; its answer replaces the one that is there, if it was the last. */
  function askAgain({ text, attachment: sent, useId, model: name }: Turn): void {
    const replaced = turns.at(-1)?.text === text ? turns.pop() : undefined
    replaced?.element?.remove()
    const chosen = models.find(({ id }) => id === name) ?? model()
    void ask({ text, attachment: sent, useId, model: chosen.id }, replaced)
  }

  function attach(wanted: typeof attachment): void {
    attachment = wanted
    showAttachment()
    form.dispatchEvent(new Event('input'))
    field.focus()
  }

  function showAttachment(): void {
    attached.hidden = attachment === undefined
    uses.hidden = attachment !== undefined || turns.length > 0
    if (attachment) fill('attachment', describeAttachment(attachment))
  }

  function check(id: string): void {
    const input = form.querySelector<HTMLInputElement>(`[name="use"][value="${CSS.escape(id)}"]`)
    if (input) input.checked = true
    field.placeholder = use().hint
  }

  function choose(id: string): void {
    check(id)
    form.dispatchEvent(new Event('input'))
    field.focus()
  }

  function clear(): void {
    stop?.abort()
    for (const { element } of turns.splice(0)) element?.remove()
    field.value = ''
    attach(undefined)
  }

  function mostCost(): number {
    const { longestAnswer, ...prices } = model()
    const asked = { text: field.value, attachment, useId: use().id }
    const input = estimateMessages(messagesOf(turns, asked))
    return costOf(prices, { input, cached: 0, output: longestAnswer })
  }

  function measure(): void {
    const isEmpty = field.value.trim() === '' && !attachment
    most.textContent = isEmpty ? '' : `最多 ${formatNumber(mostCost())} ${unit}`
  }

  async function ask(
    asked: Pick<Turn, 'text' | 'attachment' | 'useId' | 'model'>,
    replaced?: Turn,
  ): Promise<void> {
    const messages = messagesOf(turns, asked)
    const turn: Turn = { ...asked, answer: '', state: 'running', cost: null }
    show(turn)
    setRunning(true)
    short.hidden = true
    if (field.value.trim() === asked.text) field.value = ''
    if (attachment === asked.attachment) attachment = undefined
    showAttachment()
    measure()
    stop = new AbortController()
    if (replaced === undefined) keep()
    const end = await streamChat({ model: asked.model, messages }, stop.signal, (piece) => {
      turn.answer += piece
      drawSoon(turn)
    })
    const isStopped = stop.signal.aborted
    stop = null
    setRunning(false)
    turn.state = isStopped ? 'stopped' : end.type
    turn.cost = end.type === 'done' ? end.cost : null
    if (replaced?.element && replaced.answer !== '' && turn.answer === '' && turns.includes(turn)) {
      turns.splice(turns.indexOf(turn), 0, replaced)
      turn.element?.before(replaced.element)
    }
    const failure = end.type === 'failed' && !isStopped ? end.error : null
    turn.problem = failure?.message
    if (end.type === 'done' && end.available !== null) setAvailable(end.available)
    if (failure?.code === 'insufficient_quota') returnText(turn, failure.message)
    else draw(turn)
    announce(failure?.message ?? '回答已完成')
    keep()
    if (isStopped) void refresh()
  }

  /** Nothing was said: the text goes back to where it can be sent again. */
  function returnText(turn: Turn, why: string): void {
    turns.splice(turns.indexOf(turn), 1)
    turn.element?.remove()
    if (field.value === '') field.value = turn.text
    attachment ??= turn.attachment
    showAttachment()
    find('#chat [data-part="short-text"]', HTMLElement).textContent = why
    short.hidden = false
    measure()
    field.focus()
  }

  function setRunning(isRunning: boolean): void {
    stopButton.hidden = !isRunning
    send.hidden = isRunning
    if (!isRunning) return
    stopButton.focus({ preventScroll: true })
  }

  function show(turn: Turn): void {
    uses.hidden = true
    const element = document.createElement('article')
    element.className = 'chat-turn'
    turn.element = element
    turns.push(turn)
    thread.append(element)
    draw(turn)
    form.scrollIntoView({ block: 'end' })
  }

  /** Once a frame: pieces may come faster. Who is at the end stays there, with 停止 in view. */
  function drawSoon(turn: Turn): void {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      if (turn.state !== 'running') return
      const isAtEnd = form.getBoundingClientRect().bottom < innerHeight + 40
      draw(turn)
      if (isAtEnd) form.scrollIntoView({ block: 'end', behavior: 'instant' })
    })
  }

  function draw(turn: Turn): void {
    drawTurn(turn, lineOf(turn))
  }

  function lineOf(turn: Turn): string {
    const { state, cost, answer, problem } = turn
    if (state === 'running') {
      if (answer === '') return '等待回答'
      const prices = models.find(({ id }) => id === turn.model) ?? model()
      const input = estimateMessages(messagesOf(turns, turn))
      const sofar = costOf(prices, { input, cached: 0, output: estimateTokens(answer) })
      return `约 ${formatNumber(sofar)} ${unit}`
    }
    if (state === 'failed') return problem ?? '未回答，未扣费'
    if (state === 'stopped') return '已停止，仅扣已收到的部分'
    return cost === null ? '扣费以“用量”为准' : `${formatNumber(cost)} ${unit}`
  }

  function setAvailable(credit: number): void {
    available = credit
    fill('available', formatNumber(credit))
  }

  async function refresh(): Promise<void> {
    if (document.hidden || stop !== null) return
    const response = await fetch('/me').catch(() => null)
    if (response?.status === 401 && stop === null) return location.reload()
    if (!response?.ok) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
    const { credit, user: current } = (await response.json()) as Viewer
    if (current !== user) return location.reload()
    if (!credit) return
    if (available !== null && credit.available > available) short.hidden = true
    setAvailable(credit.available)
  }

  function keep(): void {
    const chosen = { useId: use().id, model: model().id }
    storeConversation({ user, draft: field.value, attachment, ...chosen, turns })
  }
}
