import { expect, test } from 'vitest'
import { inheritedSockets } from './inherited-sockets.ts'

const PID = 4711
const given = (count: number, names?: string) => ({
  LISTEN_PID: String(PID),
  LISTEN_FDS: String(count),
  ...(names !== undefined && { LISTEN_FDNAMES: names }),
})

test('sockets of the supervisor are told by their number, their names and the process they are for', () => {
  const cases = [
    ['none', {}, { shop: null, console: null }],
    ['one', given(1), { shop: 3, console: null }],
    ['two without names', given(2), { shop: 3, console: 4 }],
    ['two by name', given(2, 'console:shop'), { shop: 4, console: 3 }],
    ['the console’s alone', given(1, 'console'), { shop: null, console: 3 }],
    ['one of the unit’s name', given(1, 'shop.socket'), { shop: 3, console: null }],
    [
      'for another process',
      { ...given(1), LISTEN_PID: String(PID + 1) },
      { shop: null, console: null },
    ],
    ['an unreadable count', { ...given(1), LISTEN_FDS: 'x' }, { shop: null, console: null }],
  ] as const
  const found = cases.map(([name, variables]) => [name, inheritedSockets(variables, PID)])
  expect(found).toEqual(cases.map(([name, , sockets]) => [name, sockets]))
})
