<?php
/** Removes the settings with their secrets. What the plugin wrote on orders stays: it is part of the shop's books. */

defined('WP_UNINSTALL_PLUGIN') || exit;

delete_option('woocommerce_tsena_settings');
delete_option('tsena_checkout_webhooks');
