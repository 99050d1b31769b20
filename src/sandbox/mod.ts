/** Opens test partners with play money and test products. Owns no table. */
export { openSandbox } from './open-sandbox.ts'
export { TEST_PRODUCTS, type TestProduct } from './test-products.ts'
