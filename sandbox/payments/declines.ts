/** Why a card is declined: the provider's code, its finer code, and the networks' advice. */
export interface Decline {
  code: string
  declineCode?: string
  message: string
  param?: string
  advice: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
}

const declined = (declineCode: string, message: string, advice: Decline['advice']): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
  advice,
})

/** By https://docs.stripe.com/declines/codes; the sentences are ours. */
export const declines = {
  generic_decline: declined('generic_decline', 'The card was declined.', 'try_again_later'),
  insufficient_funds: declined(
    'insufficient_funds',
    'The card was declined: it has insufficient funds.',
    'try_again_later',
  ),
  lost_card: declined(
    'lost_card',
    'The card was declined: it is reported lost.',
    'do_not_try_again',
  ),
  stolen_card: declined(
    'stolen_card',
    'The card was declined: it is reported stolen.',
    'do_not_try_again',
  ),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'The card was declined: it is over its limit of amount or number of payments.',
    'try_again_later',
  ),
  fraudulent: declined('fraudulent', 'The card was declined.', 'do_not_try_again'),
  expired_card: {
    code: 'expired_card',
    message: 'The card has expired.',
    param: 'exp_month',
    advice: 'do_not_try_again',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "The card's security code is wrong.",
    param: 'cvc',
    advice: 'confirm_card_data',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while the card was processed. Try again in a little while.',
    advice: 'try_again_later',
  },
} as const satisfies Record<string, Decline>

export type DeclineName = keyof typeof declines
