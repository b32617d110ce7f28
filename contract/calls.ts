export * as account from './account/account.ts'
export * as recharge from './recharge/recharge.ts'
export * as site from './site.ts'
