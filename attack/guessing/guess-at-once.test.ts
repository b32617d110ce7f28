import { expect, test } from 'vitest'
import { createTally } from '../attack.ts'
import type { Reply } from '../rig/send.ts'
import { guessAtOnce } from './guess-at-once.ts'

const GUESSES = Array.from({ length: 50 }, (_, at) => at)

function reply(status: number, code: string): Reply {
  return { status, text: JSON.stringify({ statusCode: status, code }), headers: {}, ms: 1 }
}

/** The findings about a shop that answers the guess of this number so. */
async function findingsOf(answer: (guess: number) => Reply): Promise<string[]> {
  const tally = createTally('guessing')
  await guessAtOnce(tally, {
    ...{ what: 'codes', guesses: GUESSES, tried: ['CODE_WRONG'], most: 5 },
    send: async (guess) => answer(guess),
  })
  return tally.row('').findings
}

test('five guesses are looked at and the rest refused: no finding', async () => {
  const found = await findingsOf((guess) =>
    guess < 5 ? reply(422, 'CODE_WRONG') : reply(410, 'CODE_EXPIRED'),
  )
  expect(found).toEqual([])
})

test('a shop that looks at all of them, takes one, fails or looks at none is found', async () => {
  expect(await findingsOf(() => reply(422, 'CODE_WRONG'))).toHaveLength(1)
  const one = (guess: number) => (guess === 7 ? reply(200, '') : reply(410, 'CODE_EXPIRED'))
  expect(
    await findingsOf((guess) => (guess < 2 ? reply(422, 'CODE_WRONG') : one(guess))),
  ).toHaveLength(1)
  expect(
    await findingsOf((guess) => (guess < 2 ? reply(422, 'CODE_WRONG') : reply(500, 'INTERNAL'))),
  ).toHaveLength(1)
  expect(await findingsOf(() => reply(429, 'RATE_LIMITED'))).toHaveLength(1)
})
