import type Stripe from 'stripe'

type CardDispute = Stripe.Dispute.PaymentMethodDetails.Card

/** Why a cardholder's bank opens a dispute: the provider's word, and the networks' codes for it. */
export interface DisputeKind {
  reason: string
  caseType: CardDispute['case_type']
  /** By brand of card; the networks that are missing have a code of their own. */
  codes?: Partial<Record<string, string>>
  eligibility?: {
    types: Stripe.Dispute.EnhancedEligibilityType[]
    details: Stripe.Dispute.EvidenceDetails.EnhancedEligibility
  }
}

const chargeback = (reason: string, visa: string, mastercard: string): DisputeKind => ({
  reason,
  caseType: 'chargeback',
  codes: { visa, mastercard },
})

/** Chargebacks by the provider's word for their reason. */
export const disputeReasons = {
  fraudulent: chargeback('fraudulent', '10.4', '4837'),
  unrecognized: chargeback('unrecognized', '10.4', '4837'),
  product_not_received: chargeback('product_not_received', '13.1', '4855'),
  product_unacceptable: chargeback('product_unacceptable', '13.3', '4853'),
  subscription_canceled: chargeback('subscription_canceled', '13.2', '4841'),
  credit_not_processed: chargeback('credit_not_processed', '13.6', '4860'),
  duplicate: chargeback('duplicate', '12.6', '4834'),
  general: { reason: 'general', caseType: 'chargeback' },
} as const satisfies Record<string, DisputeKind>

/** The bank asks first: no money moves unless it goes on to a chargeback. */
export const inquiry: DisputeKind = {
  reason: 'fraudulent',
  caseType: 'inquiry',
  codes: { visa: '10', mastercard: '4837' },
}

export const visaCompliance: DisputeKind = {
  reason: 'noncompliant',
  caseType: 'compliance',
  eligibility: {
    types: ['visa_compliance'],
    details: { visa_compliance: { status: 'requires_fee_acknowledgement' } },
  },
}

export const mastercardCompliance: DisputeKind = {
  reason: 'noncompliant',
  caseType: 'compliance',
  eligibility: {
    types: ['mastercard_compliance'],
    details: { mastercard_compliance: { status: 'requires_fee_acknowledgement' } },
  },
}

export const compellingEvidence: DisputeKind = {
  ...disputeReasons.fraudulent,
  eligibility: {
    types: ['visa_compelling_evidence_3'],
    details: {
      visa_compelling_evidence_3: {
        required_actions: [
          'missing_customer_identifiers',
          'missing_disputed_transaction_description',
          'missing_merchandise_or_services',
          'missing_prior_undisputed_transactions',
        ],
        status: 'requires_action',
      },
    },
  },
}

/** What can be opened by hand, by name. */
export const disputeKinds: ReadonlyMap<string, DisputeKind> = new Map([
  ...Object.entries(disputeReasons),
  ['inquiry', inquiry],
])
