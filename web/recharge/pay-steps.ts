/** The way from a plan to its credit, on both pages that show how far one is. */
export const PAY_STEPS = ['选套餐', '付款', '到账']
