import { expect, test } from 'vitest'
import { commandGroups } from '../../operator/commands.ts'
import { formsOfRole } from './forms.ts'

const names = commandGroups.flatMap(({ commands }) => commands.map(({ name }) => name))
const forms = formsOfRole('owner').flatMap((group) => group.forms)

test('what the forms of the console say names buttons and pages, no command of the terminal', () => {
  const said = forms.flatMap(({ notes, fields }) => [...notes, ...fields.map(({ help }) => help)])
  expect(said.filter((text) => names.some((name) => text.includes(name)))).toEqual([])
})

test('a command is named as its button, what lists things as its page, without spaces around', () => {
  const helpOf = (command: string) =>
    forms.find((form) => form.command === command)?.fields.map(({ help }) => help)
  expect(helpOf('events replay')).toContain('事件的编号（evt_…），见“支付事件”')
  expect(forms.find(({ command }) => command === 'orders recover')?.notes.join('')).toContain(
    '给用户补偿积分请用“调整积分”。',
  )
})
