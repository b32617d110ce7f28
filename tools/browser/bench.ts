import type { Failure, FinishedJob, JobEvent, Viewer } from '../wire/job.ts'
import { countCharacters, cutText, MOST_CHARACTERS, priceOf } from '../wire/price.ts'
import { findTool } from '../wire/tools.ts'
import { affordableCharacters, toFailureView } from './failure-view.ts'
import { readDraft, storeDraft } from './draft.ts'
import { copyOutput, saveOutput, showOutput } from './output.ts'
import { announce, fill, find, focusView, formatNumber, showView } from './screen.ts'
import { cancelJob, type JobEnd, newJobId, sendJob } from './send-job.ts'

/** The place where a text is converted: what goes in, what it costs, what comes out. */
export function startBench(): void {
  const form = find('#bench', HTMLFormElement)
  const field = find('#text', HTMLTextAreaElement)
  const choice = find('#bench select', HTMLSelectElement)
  const button = find('#start', HTMLButtonElement)
  const error = find('#text-error', HTMLElement)
  const tool = findTool(form.dataset['tool'] ?? '')
  if (tool === undefined) throw new Error('the page is of no tool')
  const partOffer = find('[data-does="part"]', HTMLButtonElement)
  const unit = form.dataset['unit'] ?? ''
  const { pricePerHundred } = tool
  let available = readNumber(form.dataset['available'])
  let view = form.dataset['view'] ?? 'ready'
  let job = newJobId()
  let isRunning = false
  let isAsking = false
  let characters = 0
  let cost = 0

  const draft = readDraft(tool.id)
  if (draft !== null && field.value === '') {
    field.value = draft.text
    choice.value = draft.choice
    job = draft.job
  }
  measure()

  form.addEventListener('input', () => {
    // another text is another job
    job = newJobId()
    hideError()
    measure()
    keep()
    if (!isRunning && !['signed-out', 'unreachable', 'ended'].includes(view)) showIdle()
  })
  form.addEventListener('reset', (event) => {
    // the choice stays
    event.preventDefault()
    field.value = ''
    form.dispatchEvent(new Event('input'))
    field.focus()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void start()
  })
  form.addEventListener('click', ({ target }) => {
    const does = target instanceof Element ? target.closest<HTMLElement>('[data-does]') : null
    if (does) act(does.dataset['does'] ?? '')
  })
  // back from the shop: there may be more credit, or no login any more
  for (const sign of ['pageshow', 'visibilitychange', 'focus'])
    addEventListener(sign, () => void refresh())

  function act(name: string): void {
    if (name === 'cancel') void cancelJob(job)
    if (name === 'copy') void copyOutput()
    if (name === 'save') saveOutput()
    if (name === 'print') print()
    if (name === 'reload') location.reload()
    if (name === 'part') void start(affordableCharacters({ available, pricePerHundred }))
    if (name === 'sample') {
      field.value = tool?.sample ?? ''
      form.dispatchEvent(new Event('input'))
      button.focus()
    }
  }

  function measure(): void {
    characters = countCharacters(field.value)
    cost = priceOf(characters, pricePerHundred)
    fill('characters', formatNumber(characters))
    fill('cost', formatNumber(cost))
    fill('price', cost > 0 ? ` · ${formatNumber(cost)} ${unit}` : '')
    const isLong = characters > MOST_CHARACTERS
    form.toggleAttribute('data-long', isLong)
  }

  function keep(): void {
    storeDraft(tool?.id ?? '', { text: field.value, choice: choice.value, job })
  }

  function show(name: string): void {
    view = name
    showView(name)
  }

  function showIdle(): void {
    show(form.hasAttribute('data-user') ? 'ready' : 'ended')
  }

  function refuse(text: string): void {
    error.textContent = text
    error.hidden = false
    field.setAttribute('aria-invalid', 'true')
    field.focus()
    announce(text)
  }

  function hideError(): void {
    error.hidden = true
    field.removeAttribute('aria-invalid')
  }

  /** Of the whole text, or of its beginning. */
  async function start(most = Infinity): Promise<void> {
    if (isRunning || !tool) return
    hideError()
    if (characters === 0) return refuse('请先输入或粘贴文字')
    const text = most < characters ? cutText(field.value, most) : field.value
    const count = Math.min(most, characters)
    if (count > MOST_CHARACTERS) {
      const over = `有 ${formatNumber(characters)} 字，一次最多 ${formatNumber(MOST_CHARACTERS)} 字，请分几次`
      return refuse(over)
    }
    if (!form.hasAttribute('data-user')) {
      if (view !== 'unreachable') show('signed-out')
      return focusView(view)
    }
    keep()
    isRunning = true
    button.setAttribute('aria-busy', 'true')
    field.readOnly = true
    choice.disabled = true
    fill('characters', formatNumber(count))
    fill('progress', '0')
    fill('held-line', `正在预留${unit}…`)
    setProgress(0)
    // a short job is over before anything could be read
    const late = setTimeout(() => showRunning(), 150)
    const order = { tool: tool.id, choice: choice.value, text }
    let end = await sendJob({ id: job, ...order }, receive)
    if (end.type === 'failed' && end.code === 'JOB_ENDED') {
      // the page was closed during the job, which gave its credit back
      newJob()
      end = await sendJob({ id: job, ...order }, receive)
    }
    clearTimeout(late)
    const hadFocus = document.activeElement === document.body || isInside('[data-when="running"]')
    isRunning = false
    button.removeAttribute('aria-busy')
    field.readOnly = false
    choice.disabled = false
    measure()
    conclude(end, { hadFocus, count })
  }

  function showRunning(): void {
    const hadFocus = isInside('[data-when]')
    show('running')
    if (hadFocus) focusView('running')
    announce(`正在${tool?.verb ?? ''}`)
  }

  function isInside(selector: string): boolean {
    return (
      document.activeElement?.closest(selector) !== null && document.activeElement !== document.body
    )
  }

  function receive(event: Exclude<JobEvent, JobEnd>): void {
    if (event.type === 'held') {
      setAvailable(event.available)
      fill('held-line', `已预留 ${formatNumber(event.amount)} ${unit}，还没有扣。`)
    }
    if (event.type === 'progress') {
      fill('progress', formatNumber(event.characters))
      setProgress(event.characters / event.of)
    }
  }

  function conclude(end: JobEnd, { hadFocus, count }: { hadFocus: boolean; count: number }): void {
    if (end.type === 'done') showDone(end, count)
    else showFailure(end)
    if (view === 'ready') return
    if (hadFocus) focusView(view)
    // on a phone it stands below the text
    find(`[data-when="${view}"]`, HTMLElement).scrollIntoView({ block: 'nearest' })
  }

  function showDone(done: FinishedJob, count: number): void {
    setAvailable(done.available)
    showOutput(done, { name: tool?.name ?? '', choice: choice.value })
    const part = count < characters ? `前 ${formatNumber(count)} 字，` : ''
    const price = `${formatNumber(done.cost)} ${unit}`
    const paid = done.wasPaid ? `之前已扣 ${price}，这次不再扣` : `本次 ${price}`
    const receipt = `${part}${paid}，余额 ${formatNumber(done.available)}`
    fill('receipt', receipt)
    show('done')
    announce(`已完成。${receipt}`)
  }

  function showFailure(failure: Failure): void {
    const { message } = failure
    if (failure.available !== undefined) setAvailable(failure.available)
    const facts = { cost, available, pricePerHundred, unit }
    const { view: name, values, isOver } = toFailureView(failure, facts)
    for (const [value, text] of Object.entries(values)) fill(value, text)
    if (isOver) newJob()
    if (name === 'text') {
      show('ready')
      return refuse(message)
    }
    announce(message)
    if (name === 'ended') return endSession()
    show(name)
    partOffer.hidden = affordableCharacters(facts) === 0
    if (name === 'failed') void refresh()
  }

  function newJob(): void {
    job = newJobId()
    keep()
  }

  function setAvailable(amount: number): void {
    available = amount
    fill('available', formatNumber(amount))
  }

  function setProgress(share: number): void {
    find('#bench progress', HTMLProgressElement).value = share
  }

  /** A result stays until the text is changed. */
  function endSession(): void {
    form.removeAttribute('data-user')
    document.body.toggleAttribute('data-signed-out', true)
    if (view !== 'done') show('ended')
  }

  /** Asks who is signed on and how much credit there is. */
  async function refresh(): Promise<void> {
    if (document.hidden || isRunning || isAsking || !form.hasAttribute('data-user')) return
    isAsking = true
    const response = await fetch('/me').catch(() => null)
    isAsking = false
    if (isRunning) return
    if (response?.status === 401) return endSession()
    if (!response?.ok) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
    const { credit } = (await response.json()) as Viewer
    if (credit === null) return
    setAvailable(credit.available)
    if ((view === 'short' || view === 'held') && credit.available >= cost) {
      show('ready')
      announce(`可用 ${formatNumber(credit.available)} ${unit}，可以开始了`)
    }
  }
}

function readNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
