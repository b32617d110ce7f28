/** Folder of a shop's data folder into which `record-secrets.ts` writes. */
export const RECORDED = 'recorded'
