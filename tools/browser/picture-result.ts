import { type PictureText, readCells, type Script, writeCells, writeText } from '../wire/picture.ts'
import { readConversation, storeConversation } from './conversation.ts'
import { copyText, saveFile } from './copy-and-save.ts'
import { drawTurned, type PictureItem } from './picture-item.ts'
import { fill, find, formatNumber } from './screen.ts'

const PREVIEW_SIDE = 1_000
const LANGUAGES: Record<Script, string | null> = {
  ...{ source: null, cn: 'zh-CN', tw: 'zh-TW', hk: 'zh-HK' },
}

/** The place beside the list: the chosen picture, or what was read of it. */
export function createPictureResult(form: HTMLFormElement) {
  let item: PictureItem | null = null
  const unit = form.dataset['unit'] ?? ''
  const part = (name: string) => find(`#pictures [data-part="${name}"]`, HTMLElement)
  const preview = find('#pictures [data-part="preview"]', HTMLCanvasElement)
  const script = find('#pictures [name="script"]', HTMLSelectElement)

  function chosenScript(): Script {
    const { value } = script
    return value === 'cn' || value === 'tw' || value === 'hk' ? value : 'source'
  }

  /** Whether the table is shown and saved, rather than the text. */
  function isTable(text: PictureText): boolean {
    const chosen = form.querySelector<HTMLInputElement>('[name="form"]:checked')
    return text.table !== null && chosen?.value !== 'text'
  }

  function show(shown: PictureItem | null): void {
    item = shown
    const text = item?.text ?? null
    find('#result-title', HTMLElement).textContent = item?.name ?? '结果'
    part('none').hidden = item !== null && (text !== null || item.preview !== null)
    preview.hidden = item === null || text !== null || item.preview === null
    if (item && !preview.hidden) drawTurned(item, preview, PREVIEW_SIDE)
    part('turn').hidden = item?.state !== 'ready' && item?.state !== 'failed'
    for (const name of ['choices', 'output', 'foot']) part(name).hidden = text === null
    if (text === null) return
    part('forms').hidden = text.table === null
    showText(text)
    fill('picture-cost', `${formatNumber(text.characters)} 字，${formatNumber(text.cost)} ${unit}`)
    fill('save', isTable(text) ? '下载 CSV' : '下载')
    fill('copy', '复制')
  }

  function showText(text: PictureText): void {
    const output = part('output')
    const chosen = chosenScript()
    const language = LANGUAGES[chosen]
    if (language === null) output.removeAttribute('lang')
    else output.lang = language
    output.scrollTop = 0
    const cells = readCells(text, chosen)
    if (cells === null || !isTable(text)) {
      output.textContent = writeText(text.rows[chosen])
      return
    }
    const [from, to] = text.table!
    const rows = text.rows[chosen].split('\n')
    const around = (given: string[]) => writeText(given.join('\n'))
    output.replaceChildren(around(rows.slice(0, from)), drawTable(cells), around(rows.slice(to)))
  }

  /** What is copied and saved: of a table its cells, as the clipboard and files have them. */
  function write(ending: 'tsv' | 'csv'): string {
    if (!item?.text) return ''
    const cells = readCells(item.text, chosenScript())
    if (cells === null || !isTable(item.text)) return writeText(item.text.rows[chosenScript()])
    return writeCells(cells, ending)
  }

  form.addEventListener('change', ({ target }) => {
    const isChoice = target instanceof Element && target.closest('[data-part="choices"]')
    if (isChoice) show(item)
  })

  return {
    show,
    shown: () => item,
    /** For the conversation, which a new tab opens with a copy of this tab's; false: there is no room to keep it. */
    attach(): boolean {
      if (!item?.text) return false
      const { name, text } = item
      const attachment = { name, text: write('tsv'), characters: text.characters }
      return storeConversation({ ...readConversation(form.dataset['user'] ?? ''), attachment })
    },
    copy: () => copyText(write('tsv'), find('#pictures [data-value="copy"]', HTMLElement)),
    save(): void {
      if (!item?.text) return
      const name = item.name.replace(/\.\w+$/, '')
      const label = find('#pictures [data-value="save"]', HTMLElement)
      if (isTable(item.text)) saveFile(`${name}.csv`, write('csv'), 'text/csv', label)
      else saveFile(`${name}.txt`, write('tsv'), 'text/plain', label)
    },
  }
}

function drawTable(cells: readonly string[][]): HTMLTableElement {
  const table = document.createElement('table')
  for (const row of cells) {
    const line = table.insertRow()
    for (const cell of row) line.insertCell().textContent = cell
  }
  return table
}
