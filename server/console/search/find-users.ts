import type { SearchHit } from '#contract/console/search.ts'
import type { Query } from '../../db/sql.ts'
import { MOST_SORTED, searchUsers } from '../../operator/users/search-users.ts'
import { ALL_USERS, findUser } from '../../operator/users/users-search.store.ts'
import { toUserHit, toUserListHits } from './hits.ts'
import { listUsersByAddress } from './search.store.ts'

/** Of those who have the text elsewhere than at the beginning of their address: other hits need room, too. */
const MOST_BY_PART = 3

/**
 * Users by text: the one with this whole address and links to what belongs to them, then those whose address begins so,
 * in its order, then the newest who have it anywhere in address or
 * nickname, unless it is a number.
 */
export async function findUserHits(sql: Query, text: string, most: number): Promise<SearchHit[]> {
  const one = text.includes('@') ? await findUser(sql, text.toLowerCase()) : null
  const beginning = await listUsersByAddress(sql, text.toLowerCase(), most)
  const known = new Set(beginning.map(({ id }) => id))
  const others = beginning.filter(({ id }) => id !== one?.id)
  const hits = [...(one ? [toUserHit(one), ...toUserListHits(one)] : []), ...others.map(toUserHit)]
  // digits alone are of an order, a card or an address, and many have them somewhere
  if (one || known.size === most || /^\d+$/.test(text)) return hits
  const page = { before: null, limit: known.size + MOST_BY_PART, most: MOST_SORTED }
  const { users: byPart } = await searchUsers(sql, { ...ALL_USERS, text }, page)
  const more = byPart.filter(({ id }) => !known.has(id)).slice(0, MOST_BY_PART)
  return [...hits, ...more.map(toUserHit)]
}
