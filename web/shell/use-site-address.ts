import { useLocation } from '../lib/router/contexts.ts'
import { findAddress, type SiteAddress } from '#contract/addresses.ts'

/** The route table's entry of the page shown. */
export function useSiteAddress(): SiteAddress {
  return findAddress(useLocation().pathname)
}
