import type { Dispute } from '../../storage/tables.ts'

/** What a shop may hand in, files by their id. */
export const evidenceNames = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const satisfies (keyof Dispute['evidence'])[]

type EvidenceName = (typeof evidenceNames)[number]

export type Evidence = Partial<Record<EvidenceName, string | null>>

/** Every dispute has all of these fields, also before the shop has answered. */
export const noEvidence: Dispute['evidence'] = {
  ...emptyEvidence(),
  enhanced_evidence: {},
}

function emptyEvidence(): Record<EvidenceName, null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from all its names
  return Object.fromEntries(evidenceNames.map((name) => [name, null])) as Record<EvidenceName, null>
}
