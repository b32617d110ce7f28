import { expect, test } from 'vitest'
import { findRetiredNames, readRetiredNames } from './retired-names.ts'

const NAMES = ['oldName', 'old-file']

test('retired names come from the first column of their table alone', () => {
  const glossary = `# Glossary
| \`order\` | 订单 |

## Retired names

| Retired | Now |
| --- | --- |
| \`oldName\` | \`newName\` |
| \`old-file\` | \`new-file\` |

## More
| \`lot\` | 一笔 |
`
  expect(readRetiredNames(glossary)).toEqual(NAMES)
})

test('a retired name is found as a whole identifier and as the name of a file', () => {
  expect(findRetiredNames('a.ts', `const a = 1\noldName(id)`, NAMES)).toEqual(['a.ts:2: oldName'])
  expect(findRetiredNames('web/old-file.tsx', '', NAMES)).toEqual(['web/old-file.tsx: old-file'])
})

test('a part of a longer name is not the retired name', () => {
  expect(findRetiredNames('very-old-file.ts', `oldNameAgain() // old-files`, NAMES)).toEqual([])
})
