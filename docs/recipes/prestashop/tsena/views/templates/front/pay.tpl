{extends file='page.tpl'}
{block name='page_content'}
  <script async src="{$tsena_script|escape:'html':'UTF-8'}" data-order-token="{$tsena_order_token|escape:'html':'UTF-8'}" data-locale="{$tsena_locale|escape:'html':'UTF-8'}"></script>
{/block}
