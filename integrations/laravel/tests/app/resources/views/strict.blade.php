<!doctype html>
<meta charset="utf-8"><title>Strict</title>
<x-tsena::checkout :order="['order' => 'CMD-1044', 'amount' => 25000]" :nonce="$nonce" />
