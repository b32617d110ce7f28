import { chooseFault, currentFault, faultLabels, isFaultName } from './faults.ts'
import { mockCalls } from './network.ts'
import { resetMockState } from './state.ts'
import './panel.css'

/** Shows a panel in the corner of the page that chooses the fault. */
export function showPanel(): void {
  const fault = currentFault()
  const what = select('故障', [['', '一切正常'], ...faultLabels], fault?.name ?? '')
  const where = select(
    '发生在',
    [
      ['', '所有调用'],
      ...mockCalls.map(({ name, endpoint }) => [name, `${name} ${endpoint.path}`] as const),
    ],
    fault?.call ?? '',
  )
  const again = document.createElement('button')
  again.type = 'button'
  again.textContent = '数据复原'
  again.addEventListener('click', () => {
    resetMockState()
    location.reload()
  })

  const panel = document.createElement('details')
  panel.className = 'mock-panel'
  const summary = document.createElement('summary')
  panel.append(summary, what.label, where.label, again)
  panel.addEventListener('change', () => {
    const name = what.field.value
    const call = where.field.value
    chooseFault(isFaultName(name) ? { name, ...(call !== '' && { call }) } : undefined)
    showChoice()
  })
  showChoice()
  document.body.append(panel)

  function showChoice(): void {
    const chosen = currentFault()
    summary.textContent = chosen ? `模拟 · ${chosen.name}` : '模拟'
    panel.toggleAttribute('data-fault', chosen !== undefined)
  }
}

function select(words: string, options: readonly (readonly [string, string])[], chosen: string) {
  const label = document.createElement('label')
  const field = document.createElement('select')
  field.append(...options.map(([value, text]) => new Option(text, value, false, value === chosen)))
  label.append(words, field)
  return { label, field }
}
