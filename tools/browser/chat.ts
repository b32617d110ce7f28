import { CHAT_USES, type ChatUse, type OfferedModel } from '../wire/chat.ts'
import type { Viewer } from '../wire/calls.ts'
import { costOf, estimateMessages, estimateTokens } from '../wire/tokens.ts'
import { copyText } from './copy-and-save.ts'
import { readConversation, storeConversation, type Turn } from './conversation.ts'
import { drawMarkdown } from './markdown.ts'
import { announce, fill, find, formatNumber } from './screen.ts'
import { streamChat } from './stream-chat.ts'

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
  const use = () => {
    const chosen = form.querySelector<HTMLInputElement>('[name="use"]:checked')?.value
    return CHAT_USES.find(({ id }) => id === chosen) ?? CHAT_USES[0]
  }

  const kept = readConversation(user)
  // what was typed before this script came stays
  if (field.value === '') field.value = kept.draft
  check(kept.useId ?? '')
  if (models.some(({ id }) => id === kept.model)) modelChoice.value = kept.model ?? ''
  for (const turn of kept.turns) show(turn)
  measure()

  form.addEventListener('input', () => {
    field.placeholder = use().hint
    measure()
    keep()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = field.value.trim()
    if (text === '' || stop !== null) return field.focus()
    void ask({ text, replaced: undefined, use: use(), model: model() })
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
  // an answer that is still coming: Firefox and Safari do not end its request before they leave
  addEventListener('pagehide', keep)
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
      case 'again':
        if (turn && stop === null) void ask(again(turn))
    }
  }

  /** The same question; its answer replaces the one that is there, if it was the last. */
  function again({ text, useId, model: name }: Turn) {
    const replaced = turns.at(-1)?.text === text ? turns.pop() : undefined
    replaced?.element?.remove()
    return {
      text,
      replaced,
      use: CHAT_USES.find(({ id }) => id === useId) ?? CHAT_USES[0],
      model: models.find(({ id }) => id === name) ?? model(),
    }
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
    form.dispatchEvent(new Event('input'))
    uses.hidden = false
    field.focus()
  }

  /** What the model is sent: the conversation so far, or for a task the text alone. */
  function messagesOf(text: string, { instruction }: ChatUse) {
    const mine = { role: 'user', content: text }
    if (instruction !== null) return [{ role: 'system', content: instruction }, mine]
    const before = turns
      .filter(
        ({ useId, answer, state }) =>
          useId === 'ask' && answer !== '' && (state === 'done' || state === 'stopped'),
      )
      .flatMap((turn) => [
        { role: 'user', content: turn.text },
        { role: 'assistant', content: turn.answer },
      ])
    return [...before, mine]
  }

  function mostCost(): number {
    const { longestAnswer, ...prices } = model()
    const input = estimateMessages(messagesOf(field.value, use()))
    return costOf(prices, { input, cached: 0, output: longestAnswer })
  }

  function measure(): void {
    most.textContent = field.value.trim() === '' ? '' : `最多 ${formatNumber(mostCost())} ${unit}`
  }

  async function ask(asked: ReturnType<typeof again>): Promise<void> {
    const { text, use: wanted, model: chosen, replaced } = asked
    const messages = messagesOf(text, wanted)
    const turn: Turn = {
      text,
      useId: wanted.id,
      model: chosen.id,
      answer: '',
      state: 'running',
      cost: null,
    }
    show(turn)
    setRunning(true)
    short.hidden = true
    if (field.value.trim() === text) field.value = ''
    measure()
    stop = new AbortController()
    if (replaced === undefined) keep()
    const end = await streamChat({ model: chosen.id, messages }, stop.signal, (piece) => {
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
    uses.hidden = turns.length > 0
    if (field.value === '') field.value = turn.text
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
    const { element, text, answer, state } = turn
    if (element === undefined) return
    const question = document.createElement('p')
    question.className = 'chat-mine'
    question.textContent = text
    const said = document.createElement('div')
    said.className = 'chat-answer'
    said.append(...drawMarkdown(answer))
    element.replaceChildren(question, said, drawFoot(turn))
    element.toggleAttribute('data-running', state === 'running')
  }

  function drawFoot(turn: Turn): HTMLElement {
    const foot = document.createElement('footer')
    foot.className = 'chat-turn-foot faint'
    const line = document.createElement('span')
    line.textContent = `${turn.model} · ${lineOf(turn)}`
    foot.append(line)
    if (turn.state !== 'running') {
      if (turn.answer !== '') foot.append(actionButton('copy', '复制'))
      foot.append(actionButton('again', turn.state === 'failed' ? '再试一次' : '重新回答'))
    }
    return foot
  }

  function lineOf({ state, cost, answer, problem, model: name, text, useId }: Turn): string {
    const prices = models.find(({ id }) => id === name) ?? model()
    if (state === 'running') {
      if (answer === '') return '等待回答'
      const wanted = CHAT_USES.find(({ id }) => id === useId) ?? CHAT_USES[0]
      const input = estimateMessages(messagesOf(text, wanted))
      const sofar = costOf(prices, { input, cached: 0, output: estimateTokens(answer) })
      return `约 ${formatNumber(sofar)} ${unit}`
    }
    if (state === 'failed') return problem ?? '未回答，未扣费'
    if (state === 'stopped') return '已停止，仅扣已收到的部分'
    return cost === null ? '扣费以“用量”为准' : `${formatNumber(cost)} ${unit}`
  }

  function actionButton(does: string, label: string): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button'
    Object.assign(button.dataset, { does, kind: 'ghost', size: 'small' })
    button.textContent = label
    return button
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
    storeConversation({ user, draft: field.value, useId: use().id, model: model().id, turns })
  }
}
