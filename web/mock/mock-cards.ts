/** Ids of the mock's payment methods; the id decides how a payment ends. */
export const REFUSED_CARD = 'pm_mock_refused'
export const SLOW_CARD = 'pm_mock_later'

const BY_NUMBER: Record<string, string> = {
  '4000000000000002': REFUSED_CARD,
  '4000000000009995': REFUSED_CARD,
  '4000000000008005': SLOW_CARD,
}

/** The sandbox's answer to a typed card. */
export function mockCardAnswer(form: URLSearchParams): Response {
  const number = form.get('card[number]') ?? ''
  return Response.json({ id: BY_NUMBER[number] ?? 'pm_mock_good' })
}
