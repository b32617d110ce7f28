import { expect, test } from 'vitest'
import { findRetiredNames, readRetiredNames } from './retired-names.ts'

const NAMES = ['holdPurse', 'dead-link']

test('retired names come from the first column of their table alone', () => {
  const glossary = `# Glossary
| \`order\` | 订单 |

## Retired names

| Retired | Now |
| --- | --- |
| \`holdPurse\` | \`lockAccount\` |
| \`dead-link\` | \`expired-link\` |

## More
| \`lot\` | 一笔 |
`
  expect(readRetiredNames(glossary)).toEqual(NAMES)
})

test('a retired name is found as a whole identifier and as the name of a file', () => {
  expect(findRetiredNames('a.ts', `const a = 1\nholdPurse(id)`, NAMES)).toEqual([
    'a.ts:2: holdPurse',
  ])
  expect(findRetiredNames('web/dead-link.tsx', '', NAMES)).toEqual(['web/dead-link.tsx: dead-link'])
})

test('a part of a longer name is not the retired name', () => {
  expect(findRetiredNames('undead-link.ts', `holdPurseAgain() // dead-links`, NAMES)).toEqual([])
})
