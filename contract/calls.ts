export * as account from './account.ts'
export * as recharge from './recharge.ts'
export * as site from './site.ts'
