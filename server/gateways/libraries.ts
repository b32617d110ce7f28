import { createRequire } from 'node:module'
import type Nodemailer from 'nodemailer'
import type Stripe from 'stripe'

// The two large libraries are read when they are first needed, which takes a tenth of a second off a
// start. As CommonJS: an ES module that imports node:http wakes the whole of Node's fetch, 10 MB.
const require = createRequire(import.meta.url)

export function stripeLibrary(): typeof Stripe {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what require() brings has no type
  return require('stripe') as typeof Stripe
}

export function mailLibrary(): typeof Nodemailer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return require('nodemailer') as typeof Nodemailer
}
