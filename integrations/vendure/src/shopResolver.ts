import { Inject } from '@nestjs/common';
import { Mutation, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, Permission, type RequestContext } from '@vendure/core';
import { parse } from 'graphql';
import { type TsenaOrderToken, TsenaOrderTokens } from './orderTokens.ts';

/** What the plugin adds to the shop API. */
export const shopSchema = parse(`
  type TsenaOrderToken {
    "The address of the companion, from which the storefront loads checkout.js"
    companionUrl: String!
    "The signed order, valid for two hours"
    orderToken: String!
  }

  extend type Mutation {
    "Signs the active order, which must be in the state ArrangingPayment, for a mobile-money payment"
    createTsenaOrderToken: TsenaOrderToken!
  }
`);

/** Resolves `createTsenaOrderToken`. */
@Resolver()
export class TsenaShopResolver {
  constructor(@Inject(TsenaOrderTokens) private readonly tokens: TsenaOrderTokens) {}

  @Mutation()
  @Allow(Permission.Owner)
  createTsenaOrderToken(@Ctx() ctx: RequestContext): Promise<TsenaOrderToken> {
    return this.tokens.create(ctx);
  }
}
