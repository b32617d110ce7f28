/**
 * Stripe's minimum charges in minor units (docs.stripe.com/currencies). For a currency that it does not name:
 * the minimum of the account's own currency, converted.
 */
const LEAST_AMOUNTS: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  cny: 400,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
  twd: 1600,
}
const USUAL_LEAST_AMOUNT = 50

export function leastAmount(currency: string): number {
  return LEAST_AMOUNTS[currency.toLowerCase()] ?? USUAL_LEAST_AMOUNT
}
