import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { linkTexts as texts } from '../messages/en-links.ts'
import { PartnerLink } from './partner-names.tsx'

const { reviews } = texts.staff

/** The links whose claims broke a rule of their template. Reviews that end soonest come first. */
export function LinkReviewsPage() {
  return (
    <Page title={reviews.title} text={reviews.about}>
      <List
        operation="listLinkReviews"
        columns={[
          {
            label: texts.whom,
            cell: ({ name, email, reference, linkId }) => name ?? email ?? reference ?? linkId,
          },
          {
            label: texts.staff.partner,
            field: 'partnerId',
            cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
          },
          { label: reviews.rule, field: 'rule', cell: ({ rule }) => reviews.rules[rule] },
          { label: texts.left, field: 'left', shows: 'amount' },
          { label: reviews.until, field: 'reviewUntil', shows: 'time' },
        ]}
        keyOf={({ linkId }) => linkId}
        hrefOf={({ linkId }) => `/console/links/${linkId}`}
        empty={reviews.empty}
      />
    </Page>
  )
}
