import { useLocation } from '../lib/router/contexts.ts'
import { findAddress, type SiteAddress } from '#contract/addresses.ts'

/** The address of the page shown, from the table. */
export function useSiteAddress(): SiteAddress {
  return findAddress(useLocation().pathname)
}
